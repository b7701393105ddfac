#include "case_setup/resource.hpp"

#include "case_setup/check_messages.hpp"
#include "case_setup/check_order.hpp"
#include "case_setup/file_resource.hpp"
#include "case_setup/plugin_resource.hpp"
#include "case_setup/window_resource.hpp"

namespace sonde::case_setup {

namespace {

OpenedResource open_file(const ResourceFacts& facts, Case& c, Loop& loop) {
  OpenedResource out;
  auto file = std::make_unique<FileResource>(facts, c, loop);
  const double seconds = file->creating_seconds();
  out.failure = agree(c.active, file->create(), seconds);
  const auto mine = out.failure ? file->let_go() : file->prepare();
  // The next row finds the room that this one gives back.
  const auto ready = agree(c.active, mine, seconds);
  if (!out.failure) out.failure = ready;
  if (out.failure) return out;
  const host::CallGuard guard("opening a file");
  out.failure = agree(c.active, attempt([&] { file->open(); }));
  if (out.failure)
    file->abandon();
  else
    out.resource = std::move(file);
  return out;
}

/// Messages need nothing that stands open.
class NoResource : public HeldResource {
 public:
  CheckResult check(const ResourceFacts& facts, const CheckFacts& measured) override {
    const bool order = facts.benchmark().expect == ExpectedContent::entered_by_all;
    return order ? check_order(facts, measured) : check_messages(facts, measured);
  }
};

/// The communicators of nodes and lanes.
class NodesResource final : public NoResource {
 public:
  /// Collective over the group. Enters itself in the case.
  NodesResource(const ResourceFacts& facts, Case& c) {
    c.ranks_of_node = facts.planned.section->ranks_of_node;
    node_ = mpi::split(c.comm, c.rank / c.ranks_of_node, c.rank);
    lane_ = mpi::split(c.comm, c.rank % c.ranks_of_node, c.rank);
    c.node = node_.get();
    c.lane = lane_.get();
  }
  void abandon() override { static_cast<void>(node_.release()), static_cast<void>(lane_.release()); }
  [[nodiscard]] std::optional<Failure> close() override {
    return attempt([this] { node_.close("MPI_Comm_free"), lane_.close("MPI_Comm_free"); });
  }

 private:
  mpi::Communicator node_, lane_;
};

/// What can fail on one rank alone, and is then not there for any; it may take so many `seconds`.
template <class Held, class... More>
OpenedResource open_together(const char* what, double seconds, const ResourceFacts& facts, Case& c,
                             const More&... more) {
  OpenedResource out;
  const host::CallGuard guard(what, seconds);
  out.failure = agree(c.active, attempt([&] { out.resource = std::make_unique<Held>(facts, c, more...); }));
  if (!out.failure) return out;
  if (out.resource) out.resource->abandon();
  out.resource.reset();
  return out;
}

OpenedResource open_window(const ResourceFacts& facts, Case& c, const Loop& loop) {
  if (auto refused = agree(c.active, refused_window(facts, c))) return {nullptr, std::move(refused)};
  // Its memory is filled there: a second for each 100 MB.
  const double seconds = 1e-8 * static_cast<double>(facts.buffers.window_bytes);
  return open_together<WindowResource>("opening a window", seconds, facts, c, loop);
}

}  // namespace

OpenedResource::~OpenedResource() {
  const host::CallGuard guard("closing a window or file");
  resource.reset();
}

OpenedResource open_resource(const ResourceFacts& facts, Case& c, Loop& loop) {
  switch (facts.benchmark().needs.resource) {
    case Resource::window:
      return open_window(facts, c, loop);
    case Resource::file:
      return open_file(facts, c, loop);
    case Resource::plugin:
      return open_together<PluginResource>("setting up a benchmark of a plug-in", 0, facts, c);
    case Resource::nodes:
      return open_together<NodesResource>("making communicators of nodes", 0, facts, c);
    case Resource::none:
      break;
  }
  return {std::make_unique<NoResource>(), std::nullopt};
}

host::Endless held_in_loops(const Case& c) {
  if (c.file_name != nullptr) return host::Endless::files;
  return c.own != nullptr ? host::Endless::plugin : host::Endless::nothing;
}

}  // namespace sonde::case_setup
