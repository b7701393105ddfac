// Windows of messages from all ranks to the first one, and from it to all: message rate of one rank with
// many. They run by name.
#pragma once
#include <array>
#include <vector>

#include "engine/loops.hpp"
#include "mpi/error.hpp"
#include "patterns/contention.hpp"

namespace sonde::patterns::fans {

using engine::Slot;
using mpi::ok;

inline constexpr int message_tag = 1, answer_tag = 2;
inline constexpr char answered = 'a';

/// Requests for a window with each other rank, and a byte from each.
struct FanRequests {
  std::vector<char> answers;
  engine::RequestList requests;  ///< goes first: what is under way may write the answers
  FanRequests(const Case& c, const Loop&)
      : answers(static_cast<std::size_t>(c.size)),
        requests(static_cast<std::size_t>(c.size - 1) * static_cast<std::size_t>(c.in_flight)) {}
};

struct FanContext {
  MPI_Comm comm;
  int count;
  MPI_Datatype type;
  int others, messages;
  std::ptrdiff_t stride;  ///< bytes from a message to the next
  MPI_Request* requests;
  char* answers;
  static FanContext of(const Case& c, FanRequests& kept) {
    return {c.comm,
            c.count,
            c.type,
            c.size - 1,
            c.in_flight,
            static_cast<std::ptrdiff_t>(c.bytes),
            kept.requests.data(),
            kept.answers.data()};
  }
};

inline void wait_for(const FanContext& c, int requests) {
  ok(MPI_Waitall(requests, c.requests, MPI_STATUSES_IGNORE), "MPI_Waitall");
}
inline MPI_Request* send_window(const FanContext& c, const std::byte* message, int to, MPI_Request* request) {
  for (int left = c.messages; left > 0; --left, message += c.stride, ++request)
    ok(MPI_Isend(message, c.count, c.type, to, message_tag, c.comm, request), "MPI_Isend");
  return request;
}
inline MPI_Request* receive_window(const FanContext& c, std::byte* place, int from, MPI_Request* request) {
  for (int left = c.messages; left > 0; --left, place += c.stride, ++request)
    ok(MPI_Irecv(place, c.count, c.type, from, message_tag, c.comm, request), "MPI_Irecv");
  return request;
}

/// All others send a window each to the first rank, which tells them when everything is there: no rank runs
/// ahead.
struct FanIn {
  using LoopState = FanRequests;
  using Context = FanContext;
  static void active(const Context& c, const Slot& s) {
    MPI_Request* request = c.requests;
    std::byte* place = s.in;
    for (int rank = 1; rank <= c.others; ++rank, place += c.stride * c.messages)
      request = receive_window(c, place, rank, request);
    wait_for(c, c.others * c.messages);
    for (int i = 0; i < c.others; ++i)
      ok(MPI_Isend(&answered, 1, MPI_CHAR, i + 1, answer_tag, c.comm, c.requests + i), "MPI_Isend");
    wait_for(c, c.others);
  }
  static void passive(const Context& c, const Slot& s) {
    send_window(c, s.out, 0, c.requests);
    wait_for(c, c.messages);
    ok(MPI_Recv(c.answers, 1, MPI_CHAR, 0, answer_tag, c.comm, MPI_STATUS_IGNORE), "MPI_Recv");
  }
};

/// The first rank sends a window to each other one, which tells when it is there.
struct FanOut {
  using LoopState = FanRequests;
  using Context = FanContext;
  static void active(const Context& c, const Slot& s) {
    MPI_Request* request = c.requests;
    for (int rank = 1; rank <= c.others; ++rank) request = send_window(c, s.out, rank, request);
    wait_for(c, c.others * c.messages);
    for (int i = 0; i < c.others; ++i)
      ok(MPI_Irecv(c.answers + i, 1, MPI_CHAR, i + 1, answer_tag, c.comm, c.requests + i), "MPI_Irecv");
    wait_for(c, c.others);
  }
  static void passive(const Context& c, const Slot& s) {
    receive_window(c, s.in, 0, c.requests);
    wait_for(c, c.messages);
    ok(MPI_Send(&answered, 1, MPI_CHAR, 0, answer_tag, c.comm), "MPI_Send");
  }
};

/// As Incast and Outcast, with windows.
constexpr Benchmark fan_row(std::string_view name, std::string_view summary, Extent receive,
                            ExpectedContent expect, Measure measure) {
  Benchmark row = contention::star_row(name, summary, receive, expect, measure);
  row.klass = TransferClass::message_rate;
  row.optional = true;
  row.message.send = Extent::window_of_messages;
  return row;
}

inline constexpr std::array<Benchmark, 2> fan_rows{{
    fan_row("Fan_in", "windows of messages from all other ranks to rank 0, which answers",
            Extent::window_per_other, ExpectedContent::windows_from_others, engine::measure_pair<FanIn>),
    fan_row("Fan_out", "windows of messages from rank 0 to all others, which answer",
            Extent::window_of_messages, ExpectedContent::window_from_first, engine::measure_pair<FanOut>),
}};

}  // namespace sonde::patterns::fans
