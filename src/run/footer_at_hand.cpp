#include "run/footer_at_hand.hpp"

#include <unistd.h>

#include <array>
#include <filesystem>
#include <utility>
#include <vector>

#include "record/file.hpp"
#include "record/json.hpp"
#include "run/broadcast.hpp"

namespace sonde::run {

namespace {

std::string own_host() {
  std::array<char, 256> name{};
  ::gethostname(name.data(), name.size() - 1);
  return name.data();
}

}  // namespace

FooterAtHand FooterAtHand::of(const mpi::World& world, const Settings& settings, record::Footer footer) {
  FooterAtHand made;
  if (settings.json_path.empty()) return made;
  std::vector<std::string> texts;
  footer.exit_status = 1;
  if (world.first()) texts = {own_host(), record::to_json(footer)};
  broadcast(world.comm, texts);
  made.path_ = settings.json_path;
  made.host_ = std::move(texts[0]);
  made.line_ = std::move(texts[1]);
  return made;
}

bool FooterAtHand::correct() const {
  if (path_.empty()) return true;
  std::error_code unknown;
  if (host_ != own_host() || !std::filesystem::is_regular_file(path_, unknown)) return false;
  auto file = record::RecordFile::append(path_);
  return file && file->write_line(line_) && file->close();
}

}  // namespace sonde::run
