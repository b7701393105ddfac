// `sonde verify`: whether the directory of a campaign is still what the campaign left.
#include <fmt/format.h>

#include <memory>
#include <string>

#include "app/sonde/commands.hpp"
#include "base/text.hpp"
#include "campaign/verify_campaign.hpp"
#include "host/output.hpp"

namespace sonde::app {

namespace {

int run_verify(const std::string& directory) {
  const auto verdict = campaign::verify(directory);
  if (!verdict) return wrong_input(verdict.error().message);
  std::string text;
  for (const auto& finding : verdict->findings) text += finding + "\n";
  for (const auto& note : verdict->notes) text += "# " + note + "\n";
  if (verdict->findings.empty())
    text += fmt::format("# {} is as it was left: {}, {}; {} of tables {} with records\n",
                        sonde::quoted(directory), counted(verdict->launches, "launch"),
                        counted(verdict->files, "file"), counted(verdict->rows, "row"),
                        verdict->rows == 1 ? "agrees" : "agree");
  if (!verdict->sums_sha256.empty())
    text += fmt::format("# SHA-256 of its SHA256SUMS: {}\n", verdict->sums_sha256);
  host::write_output(text);
  return verdict->findings.empty() ? 0 : 1;
}

}  // namespace

Action setup_verify(CLI::App& command) {
  auto directory = std::make_shared<std::string>();
  command.add_option("directory", *directory, "What sonde run or sonde campaign has left")->required();
  command.footer("Exit status: 0 all is well, 1 something differs, 2 wrong input.");
  return [directory] { return run_verify(*directory); };
}

}  // namespace sonde::app
