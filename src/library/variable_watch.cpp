#include "library/variable_watch.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <span>
#include <utility>

#include "base/descriptor.hpp"

namespace sonde::library {

/// A session of MPI_T, from MPI_T_init_thread to MPI_T_finalize.
struct ToolSession {
  ToolSession() {
    int level = MPI_THREAD_SINGLE, provided = 0;
    MPI_Query_thread(&level);  // a lower one would become that of MPI itself in Open MPI 4.1
    initialised = MPI_T_init_thread(level, &provided) == MPI_SUCCESS;
    if (initialised && MPI_T_pvar_session_create(&session) != MPI_SUCCESS) session = MPI_T_PVAR_SESSION_NULL;
  }
  ToolSession(const ToolSession&) = delete;
  ToolSession& operator=(const ToolSession&) = delete;
  ~ToolSession() {
    if (session != MPI_T_PVAR_SESSION_NULL) MPI_T_pvar_session_free(&session);
    if (initialised) MPI_T_finalize();
  }
  bool initialised = false;
  MPI_T_pvar_session session = MPI_T_PVAR_SESSION_NULL;
};

std::shared_ptr<const ToolSession> start_tools() {
  return std::make_shared<const ToolSession>();
}

namespace {

/// What a call for an element of some type does; false where no number is of that type.
template <class Use>
bool with_number_of(MPI_Datatype type, const Use& use) {
  if (type == MPI_INT) return use(int{}), true;
  if (type == MPI_UNSIGNED) return use(0U), true;
  if (type == MPI_UNSIGNED_LONG) return use(0UL), true;
  if (type == MPI_UNSIGNED_LONG_LONG) return use(0ULL), true;
  if (type == MPI_COUNT) return use(0LL), true;
  if (type == MPI_DOUBLE) return use(0.0), true;
  return false;
}

VariableClass class_of(int klass) {
  using enum VariableClass;
  static const std::array known{std::pair(MPI_T_PVAR_CLASS_STATE, state),
                                std::pair(MPI_T_PVAR_CLASS_LEVEL, level),
                                std::pair(MPI_T_PVAR_CLASS_SIZE, size),
                                std::pair(MPI_T_PVAR_CLASS_PERCENTAGE, percentage),
                                std::pair(MPI_T_PVAR_CLASS_HIGHWATERMARK, high_watermark),
                                std::pair(MPI_T_PVAR_CLASS_LOWWATERMARK, low_watermark),
                                std::pair(MPI_T_PVAR_CLASS_COUNTER, counter),
                                std::pair(MPI_T_PVAR_CLASS_AGGREGATE, aggregate),
                                std::pair(MPI_T_PVAR_CLASS_TIMER, timer)};
  for (const auto& [theirs, ours] : known)
    if (klass == static_cast<int>(theirs)) return ours;
  return generic;
}

Binding binding_of(int bind) {
  if (bind == MPI_T_BIND_NO_OBJECT) return Binding::none;
  return bind == MPI_T_BIND_MPI_COMM ? Binding::communicator : Binding::other;
}

/// False for those of components that are not loaded: Open MPI counts them.
bool describe_variable(int index, VariableFacts& facts, MPI_Datatype& type) {
  std::array<char, 512> name{};
  int length = static_cast<int>(name.size()), no_text = 0, verbosity = 0, klass = 0, bind = 0, readonly = 0,
      continuous = 0, atomic = 0;
  if (MPI_T_pvar_get_info(index, name.data(), &length, &verbosity, &klass, &type, nullptr, nullptr, &no_text,
                          &bind, &readonly, &continuous, &atomic) != MPI_SUCCESS)
    return false;
  facts = {.index = index,
           .name = name.data(),
           .klass = class_of(klass),
           .binding = binding_of(bind),
           .number = with_number_of(type, [](auto) {}),
           .continuous = continuous != 0,
           .readonly = readonly != 0};
  return true;
}

}  // namespace

Result<std::vector<VariableFacts>> variables_of_library() {
  int count = 0;
  if (MPI_T_pvar_get_num(&count) != MPI_SUCCESS)
    return failure("-pvars: the performance variables of the MPI library cannot be asked for");
  std::vector<VariableFacts> out;
  for (int index = 0; index < count; ++index) {
    VariableFacts facts;
    MPI_Datatype type = MPI_DATATYPE_NULL;
    if (describe_variable(index, facts, type)) out.push_back(std::move(facts));
  }
  return out;
}

struct VariableWatch::Handle {
  Handle(MPI_T_pvar_session in, const VariableFacts& of, MPI_Comm& bound_to) : session(in), facts(of) {
    VariableFacts ignored;
    if (!describe_variable(of.index, ignored, type)) return;
    void* object = of.binding == Binding::communicator ? &bound_to : nullptr;
    if (MPI_T_pvar_handle_alloc(session, of.index, object, &handle, &count) != MPI_SUCCESS) {
      handle = MPI_T_PVAR_HANDLE_NULL;
      return;
    }
    before.resize(static_cast<std::size_t>(count));
    after.resize(static_cast<std::size_t>(count));
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() {
    if (handle != MPI_T_PVAR_HANDLE_NULL) MPI_T_pvar_handle_free(session, &handle);
  }
  [[nodiscard]] bool usable() const { return handle != MPI_T_PVAR_HANDLE_NULL && count > 0; }

  void begin() {
    const bool watermark =
        facts.klass == VariableClass::high_watermark || facts.klass == VariableClass::low_watermark;
    started = facts.continuous || MPI_T_pvar_start(session, handle) == MPI_SUCCESS;
    if (watermark && !facts.readonly) MPI_T_pvar_reset(session, handle);
    read = started && MPI_T_pvar_read(session, handle, before.data()) == MPI_SUCCESS;
  }

  VariableValue end() {
    read = read && MPI_T_pvar_read(session, handle, after.data()) == MPI_SUCCESS;
    if (started && !facts.continuous) MPI_T_pvar_stop(session, handle);
    VariableValue out{.known = read, .value = 0};
    with_number_of(type, [&](auto zero) {
      using Number = decltype(zero);
      const auto elements = static_cast<std::size_t>(count);
      out.value =
          value_of_rank<Number>(facts.klass, {reinterpret_cast<const Number*>(before.data()), elements},
                                {reinterpret_cast<const Number*>(after.data()), elements});
    });
    return out;
  }

  MPI_T_pvar_session session;
  const VariableFacts& facts;
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_T_pvar_handle handle = MPI_T_PVAR_HANDLE_NULL;
  int count = 0;
  std::vector<std::uint64_t> before, after;  ///< room for the widest elements
  bool started = false, read = false;
};

namespace {

constexpr unsigned most_trial_seconds = 20;

/// Reads one variable after the other, as a loop does, and writes a byte behind each.
[[noreturn]] void read_in_turn(MPI_T_pvar_session session, MPI_Comm comm, std::span<const VariableFacts> all,
                               int progress) {
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGALRM}) ::signal(signal, SIG_DFL);
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  alarm(most_trial_seconds);
  for (const auto& facts : all) {
    VariableWatch::Handle handle(session, facts, comm);
    if (handle.usable()) {
      handle.begin();
      handle.end();
    }
    if (write(progress, "", 1) != 1) break;
  }
  _exit(0);
}

/// How many of these can be read before the process ends. The process is a copy of this one that calls
/// nothing but MPI_T.
std::size_t readable_in_a_copy(MPI_T_pvar_session session, MPI_Comm comm,
                               std::span<const VariableFacts> all) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return all.size();
  const Descriptor reading(ends[0]);
  Descriptor writing(ends[1]);
  const pid_t copy = fork();
  if (copy == 0) read_in_turn(session, comm, all, writing.number());
  writing = Descriptor();
  if (copy < 0) return all.size();
  std::size_t done = 0;
  std::array<char, 256> bytes{};
  for (ssize_t got = 0; (got = read(reading.number(), bytes.data(), bytes.size())) != 0;) {
    if (got < 0 && errno != EINTR) break;
    if (got > 0) done += static_cast<std::size_t>(got);
  }
  while (waitpid(copy, nullptr, 0) < 0 && errno == EINTR) {
  }
  return done;
}

}  // namespace

void leave_out_unsafe(VariableChoice& choice, const ToolSession& tools, MPI_Comm comm) {
  std::vector<VariableFacts> safe;
  std::span<const VariableFacts> left(choice.chosen);
  while (!left.empty()) {
    const auto done = readable_in_a_copy(tools.session, comm, left);
    safe.insert(safe.end(), left.begin(), left.begin() + static_cast<std::ptrdiff_t>(done));
    if (done == left.size()) break;
    ++choice.unsafe;
    left = left.subspan(done + 1);
  }
  choice.chosen = std::move(safe);
}

VariableWatch::VariableWatch(const std::vector<VariableFacts>& variables,
                             std::shared_ptr<const ToolSession> tools, MPI_Comm comm)
    : variables_(variables),
      tools_(std::move(tools)),
      comm_(comm),
      values_(variables.size()),
      last_(values_.size()) {
  for (const auto& facts : variables) {
    auto& handle = handles_.emplace_back();
    if (facts.index < 0) continue;
    handle = std::make_unique<Handle>(tools_->session, facts, comm_);
    if (!handle->usable()) handle.reset();
  }
}

VariableWatch::~VariableWatch() = default;

void VariableWatch::begin() {
  for (const auto& handle : handles_)
    if (handle) handle->begin();
}

void VariableWatch::end() {
  for (std::size_t i = 0; i < handles_.size(); ++i)
    last_[i] = handles_[i] ? handles_[i]->end() : VariableValue{};
}

void VariableWatch::keep() {
  for (std::size_t i = 0; i < values_.size(); ++i) {
    const bool known = last_[i].known && (values_[i].known || !kept_any_);
    const double value =
        kept_any_ ? value_of_loops(variables_[i].klass, values_[i].value, last_[i].value) : last_[i].value;
    values_[i] = {known, value};
  }
  kept_any_ = true;
}

}  // namespace sonde::library
