#include "case_setup/plugin_resource.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/text.hpp"
#include "case_setup/check_messages.hpp"
#include "case_setup/check_order.hpp"
#include "host/timeouts.hpp"
#include "mpi/simulated.hpp"

namespace sonde::case_setup {

namespace {

mpi::Communicator duplicate(MPI_Comm comm) {
  MPI_Comm made = MPI_COMM_NULL;
  mpi::ok(MPI_Comm_dup(comm, &made), "MPI_Comm_dup");
  mpi::ok(MPI_Comm_set_errhandler(made, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
  return mpi::Communicator(made);
}

/// Whether an operation that was started with a persistent request is under way.
bool under_way(MPI_Request request) {
  int done = 0;
  mpi::ok(MPI_Request_get_status(request, &done, MPI_STATUS_IGNORE), "MPI_Request_get_status");
  return done == 0;
}

/// What `expect` returns where it knows nothing; any other code is an error.
constexpr int nothing_certain = 1;

/// A library may need some calls to see a message that has come.
constexpr int looks = 100;

/// "a message of rank 2, tag 7": the first one that has come and was not received; "" where there is none.
std::string unreceived(MPI_Comm comm) {
  for (int look = 0; look < looks; ++look) {
    int there = 0;
    MPI_Status status;
    mpi::ok(MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &there, &status), "MPI_Iprobe");
    if (there != 0) return fmt::format("a message of rank {}, tag {}", status.MPI_SOURCE, status.MPI_TAG);
  }
  return {};
}

Failure left_behind(const char* name, std::string_view what) {
  return {record::Reason::mpi_error, fmt::format("{} left {} behind", name, what)};
}

}  // namespace

/// Calls the row's `expect` for a place at a time.
class PluginResource::Expected final : public check::OwnContent {
 public:
  explicit Expected(PluginResource& owner) : owner_(owner) {}

  [[nodiscard]] std::span<const std::byte> at(const check::Facts& facts, std::int64_t place) const override {
    if (place == place_ && facts.generation == generation_) return told();
    bytes_.assign(static_cast<std::size_t>(facts.bytes), std::byte{});
    owner_.checked_ = &facts;
    const int code = owner_.call_.row->expect(&owner_.facts_, static_cast<int>(place), bytes_.data());
    owner_.checked_ = nullptr;
    if (code != 0 && code != nothing_certain) engine::raise_own(owner_.call_, "expectation", code);
    certain_ = code == 0;
    place_ = place;
    generation_ = facts.generation;
    return told();
  }

 private:
  [[nodiscard]] std::span<const std::byte> told() const {
    if (!certain_) return {};
    return bytes_;
  }

  PluginResource& owner_;
  mutable std::vector<std::byte> bytes_;
  mutable std::int64_t place_ = -1, generation_ = -1;
  mutable bool certain_ = false;
};

PluginResource::PluginResource(const ResourceFacts& facts, Case& c)
    : benchmark_(facts.benchmark()),
      comm_(duplicate(c.comm)),
      requests_(static_cast<std::size_t>(benchmark_.plugin->requests), MPI_REQUEST_NULL),
      counters_(engine::own_counters(benchmark_.plugin).size(), 0.0) {
  const bool pairs = benchmark_.plugin->active != nullptr;
  facts_.comm = comm_.get();
  facts_.rank = c.rank;
  facts_.size = c.size;
  facts_.left = (c.rank + c.size - 1) % c.size;
  facts_.right = (c.rank + 1) % c.size;
  facts_.peer = pairs ? engine::pair_partner(c) : MPI_PROC_NULL;
  facts_.bytes = c.bytes;
  facts_.count = c.count;
  facts_.type = c.type;
  facts_.op = c.op;
  facts_.seed = c.seed;
  facts_.requests = requests_.data();
  facts_.counters = counters_.data();
  facts_.sent = sent;
  facts_.fail = fail;
  facts_.send = c.steps.out.begin;
  facts_.receive = c.steps.in.begin;
  facts_.sonde = this;
  call_ = {benchmark_.plugin, &facts_, &words_};
  c.own = &call_;
  if constexpr (!mpi::simulated)  // where ranks share a process
    crash_.emplace(
        fmt::format("crashed in {} of a plug-in on rank {} of {}, messages of {} bytes; rows measured "
                    "before it are kept: ",
                    call_.row->name, c.rank, c.size, c.bytes));
  if (call_.row->setup != nullptr) engine::own_ok(call_, "setup", call_.row->setup(&facts_, &facts_.state));
  set_up_ = true;
  persistent_ = requests_;
}

PluginResource::~PluginResource() {
  if (abandoned_) {  // the others have none: what is freed together stays
    static_cast<void>(comm_.release());
    return;
  }
  static_cast<void>(attempt([this] { tear_down(); }));
}

void PluginResource::tear_down() {
  if (!std::exchange(set_up_, false) || call_.row->teardown == nullptr) return;
  engine::own_ok(call_, "teardown", call_.row->teardown(&facts_, facts_.state));
}

std::optional<Failure> PluginResource::inspect(std::int64_t) const {
  std::optional<Failure> left;
  const auto failed = attempt([&] {
    for (std::size_t i = 0; i < requests_.size() && !left; ++i) {
      const MPI_Request request = requests_[i];
      const bool persistent = request == persistent_[i];
      if (request != MPI_REQUEST_NULL && (!persistent || under_way(request)))
        left = left_behind(call_.row->name,
                           fmt::format("request {} of {} (not completed)", i + 1, requests_.size()));
    }
    if (left) return;
    if (const auto message = unreceived(facts_.comm); !message.empty())
      left = left_behind(call_.row->name, message);
  });
  return failed ? failed : left;
}

CheckResult PluginResource::check(const ResourceFacts& facts, const CheckFacts& measured) {
  const Expected expected(*this);
  const bool order = benchmark_.expect == ExpectedContent::entered_by_all;
  const bool own = benchmark_.expect == ExpectedContent::plugin_says;
  CheckResult result =
      order ? check_order(facts, measured) : check_messages(facts, measured, own ? &expected : nullptr);
  if (!result.failure) result.failure = agree(measured.c.active, inspect(result.repetitions));
  return result;
}

std::optional<Failure> PluginResource::close() {
  return attempt([this] {
    tear_down();
    comm_.close("MPI_Comm_free");
  });
}

int PluginResource::fail(const sonde_case* c, const char* sentence) {
  static_cast<PluginResource*>(c->sonde)->words_.said = printable(sentence);
  return MPI_ERR_OTHER;
}

void PluginResource::sent(const sonde_case* c, int rank, int place, void* out) {
  const auto& mine = *static_cast<const PluginResource*>(c->sonde);
  if (mine.checked_ == nullptr) return;
  check::Facts sender = *mine.checked_;
  sender.rank = rank;
  const auto bytes = static_cast<std::size_t>(sender.bytes);
  check::sent(ExpectedContent::plugin_says, sender, sender.bytes)(
      place * sender.bytes, std::span(static_cast<std::byte*>(out), bytes));
}

}  // namespace sonde::case_setup
