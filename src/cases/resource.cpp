#include "cases/resource.hpp"

#include "cases/file_resource.hpp"
#include "cases/window_resource.hpp"

namespace sonde::cases {

namespace {

OpenedResource open_window(const ResourceFacts& facts, Case& c) {
  OpenedResource out;
  const auto mine = attempt([&] { out.resource = std::make_unique<WindowResource>(facts, c); });
  out.failure = agree(c.active, mine);
  return out;
}

OpenedResource open_file(const ResourceFacts& facts, Case& c, Loop& loop) {
  OpenedResource out;
  auto file = std::make_unique<FileResource>(facts, c, loop);
  out.failure = agree(c.active, file->create());
  if (out.failure) return out;
  out.failure = agree(c.active, attempt([&] { file->open(); }));
  if (!out.failure) out.resource = std::move(file);
  return out;
}

}  // namespace

OpenedResource open_resource(const ResourceFacts& facts, Case& c, Loop& loop) {
  switch (facts.section.benchmark->needs.resource) {
    case Resource::window:
      return open_window(facts, c);
    case Resource::file:
      return open_file(facts, c, loop);
    case Resource::none:
      break;
  }
  return {};
}

mpi::Info make_info(const Settings& settings) {
  if (settings.info.empty()) return {};
  MPI_Info made = MPI_INFO_NULL;
  mpi::ok(MPI_Info_create(&made), "MPI_Info_create");
  mpi::Info info(made);
  for (const auto& [key, value] : settings.info)
    mpi::ok(MPI_Info_set(made, key.c_str(), value.c_str()), "MPI_Info_set");
  return info;
}

}  // namespace sonde::cases
