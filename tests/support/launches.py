"""Commands of sonde that start launches, and signals to them."""
import subprocess
import time


def interrupt(command, journal, number, **how):
    """Runs a command, sends it a signal when it has noted the start of a launch in its journal; its status and messages."""
    running = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, **how)
    for _ in range(600):
        if journal.exists() and "start" in journal.read_text():
            break
        time.sleep(0.05)
    time.sleep(0.2)
    running.send_signal(number)
    _, messages = running.communicate(timeout=60)
    return running.returncode, messages
