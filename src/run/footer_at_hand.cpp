#include "run/footer_at_hand.hpp"

#include <filesystem>
#include <utility>
#include <vector>

#include "base/machine.hpp"
#include "mpi/broadcast.hpp"
#include "record/file.hpp"
#include "record/json.hpp"

namespace sonde::run {

FooterAtHand FooterAtHand::of(const mpi::World& world, const Settings& settings, record::Footer footer) {
  FooterAtHand made;
  if (settings.json_path.empty()) return made;
  std::vector<std::string> texts;
  footer.exit_status = 1;
  if (world.first()) texts = {host_name(), record::to_json(footer)};
  mpi::broadcast(world.comm, texts);
  made.path_ = settings.json_path;
  made.host_ = std::move(texts[0]);
  made.line_ = std::move(texts[1]);
  return made;
}

bool FooterAtHand::correct() const {
  if (path_.empty()) return true;
  std::error_code unknown;
  if (host_ != host_name() || !std::filesystem::is_regular_file(path_, unknown)) return false;
  auto file = record::RecordFile::append(path_);
  return file && file->write_line(line_) && file->close();
}

}  // namespace sonde::run
