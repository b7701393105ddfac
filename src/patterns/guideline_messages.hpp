// Guidelines of messages between two ranks, and of the datatypes they are made of (Gropp, Hoefler, Thakur,
// Träff, EuroMPI 2011). The types reorder a message within its own bytes, so that both ends hold the same
// bytes at the same places.
#pragma once
#include <array>
#include <cstring>

#include "mpi/message.hpp"
#include "patterns/guideline_movement.hpp"
#include "patterns/transfers.hpp"
#include "patterns/ways_to_send.hpp"

namespace sonde::patterns::guidelines {

using engine::ChainContext;
using engine::PairContext;

struct IsendAndWait : ways::NonBlocking {
  static void receive(const Context& c, const Slot& s) { patterns::receive(c, s); }
};

struct FromAnySource : Standard {
  static void receive(const Context& c, const Slot& s) {
    ok(MPI_Recv(s.in, c.count, c.type, MPI_ANY_SOURCE, message_tag, c.comm, MPI_STATUS_IGNORE), "MPI_Recv");
  }
};

/// The receive of the answer is posted before what it answers is sent, as MPI_Rsend needs it.
template <bool ready>
struct Answered {
  using LoopState = engine::Requests<1>;
  using Context = engine::WithRequests<PairContext, 1>;
  static void active(const Context& c, const Slot& s) {
    MPI_Request* const request = c.requests[0];
    ok(MPI_Irecv(s.in, c.count, c.type, c.peer, message_tag, c.comm, request), "MPI_Irecv");
    send(c, s);
    ok(MPI_Wait(request, MPI_STATUS_IGNORE), "MPI_Wait");
  }
  static void passive(const Context& c, const Slot& s) {
    receive(c, s);
    if constexpr (ready)
      ok(MPI_Rsend(s.out, c.count, c.type, c.peer, message_tag, c.comm), "MPI_Rsend");
    else
      send(c, s);
  }
};

/// What MPI_Start does with persistent requests.
struct StartedAnew {
  using LoopState = engine::Requests<2>;
  using Context = engine::WithRequests<PairContext, 2>;
  static void receive(const Context& c, const Slot& s) {
    ok(MPI_Irecv(s.in, c.count, c.type, c.peer, message_tag, c.comm, c.requests[0]), "MPI_Irecv");
  }
  static void send(const Context& c, const Slot& s) {
    ok(MPI_Isend(s.out, c.count, c.type, c.peer, message_tag, c.comm, c.requests[1]), "MPI_Isend");
  }
  static void active(const Context& c, const Slot& s) {
    receive(c, s);
    send(c, s);
    ok(MPI_Waitall(2, c.requests[0], MPI_STATUSES_IGNORE), "MPI_Waitall");
  }
  static void passive(const Context& c, const Slot& s) {
    receive(c, s);
    ways::wait(c.requests[0]);
    send(c, s);
    ways::wait(c.requests[1]);
  }
};

struct IsendRecv {
  using LoopState = engine::Requests<1>;
  using Context = engine::WithRequests<ChainContext, 1>;
  static void repetition(const Context& c, const Slot& s) {
    ok(MPI_Isend(s.out, c.count, c.type, c.right, message_tag, c.comm, c.requests[0]), "MPI_Isend");
    ok(MPI_Recv(s.in, c.count, c.type, c.left, message_tag, c.comm, MPI_STATUS_IGNORE), "MPI_Recv");
    ok(MPI_Wait(c.requests[0], MPI_STATUS_IGNORE), "MPI_Wait");
  }
};

// Types.

/// The words of a message: first those in even places, then those in odd ones, then what is left behind the
/// last whole word.
struct EvenThenOdd {
  static constexpr int word = 8;
  int evens, odds, rest;
  explicit EvenThenOdd(std::int64_t bytes)
      : evens(static_cast<int>((bytes / word + 1) / 2)),
        odds(static_cast<int>(bytes / word / 2)),
        rest(static_cast<int>(bytes % word)) {}

  [[nodiscard]] mpi::Datatype type() const {
    const auto one = strided(evens), other = strided(odds);
    const std::array<int, 3> counts{1, 1, rest};
    const std::array<MPI_Aint, 3> places{0, word, MPI_Aint{word} * (evens + odds)};
    const std::array<MPI_Datatype, 3> types{one.get(), other.get(), MPI_BYTE};
    MPI_Datatype made = MPI_DATATYPE_NULL;
    ok(MPI_Type_create_struct(3, counts.data(), places.data(), types.data(), &made),
       "MPI_Type_create_struct");
    ok(MPI_Type_commit(&made), "MPI_Type_commit");
    return mpi::Datatype(made);
  }
  void pack(std::byte* to, const std::byte* from) const {
    for (int i = 0; i < evens; ++i, to += word) std::memcpy(to, from + 2 * word * std::ptrdiff_t{i}, word);
    for (int i = 0; i < odds; ++i, to += word)
      std::memcpy(to, from + word + 2 * word * std::ptrdiff_t{i}, word);
    copy_bytes(to, from + word * std::ptrdiff_t{evens + odds}, rest);
  }
  void unpack(std::byte* to, const std::byte* from) const {
    for (int i = 0; i < evens; ++i, from += word) std::memcpy(to + 2 * word * std::ptrdiff_t{i}, from, word);
    for (int i = 0; i < odds; ++i, from += word)
      std::memcpy(to + word + 2 * word * std::ptrdiff_t{i}, from, word);
    copy_bytes(to + word * std::ptrdiff_t{evens + odds}, from, rest);
  }

 private:
  static mpi::Datatype strided(int words) {
    MPI_Datatype made = MPI_DATATYPE_NULL;
    ok(MPI_Type_vector(words, word, 2 * word, MPI_BYTE, &made), "MPI_Type_vector");
    return mpi::Datatype(made);
  }
};

constexpr std::int64_t packed_scratch(std::int64_t bytes, int) {
  constexpr std::int64_t overhead = 4096;
  return bytes + overhead;
}

class Reordered {
 public:
  Reordered(const Case& c, const Loop&) : order_(c.bytes), type_(order_.type()) {}
  [[nodiscard]] const EvenThenOdd& order() const { return order_; }
  [[nodiscard]] MPI_Datatype type() const { return type_.get(); }

 private:
  EvenThenOdd order_;
  mpi::Datatype type_;
};

struct ReorderedContext {
  MPI_Comm comm;
  int peer;
  EvenThenOdd order;
  MPI_Datatype type;
  int whole;  ///< messages: none of MPI_BYTE where it has no bytes (docs/design/library-defects.md)
  int bytes;
  int room;  ///< in scratch
  std::byte* scratch;
  static ReorderedContext of(const Case& c, const Reordered& kept) {
    ok(c.bytes <= std::numeric_limits<int>::max() - 4096 ? MPI_SUCCESS : MPI_ERR_COUNT,
       "more bytes than MPI_Pack can express");
    return {c.comm,
            engine::pair_partner(c),
            kept.order(),
            c.bytes > 0 ? kept.type() : MPI_BYTE,
            c.bytes > 0 ? 1 : 0,
            static_cast<int>(c.bytes),
            static_cast<int>(packed_scratch(c.bytes, 2)),
            c.scratch};
  }
  void send(const void* from, int count, MPI_Datatype of) const {
    ok(MPI_Send(from, count, of, peer, message_tag, comm), "MPI_Send");
  }
  void receive(void* into, int count, MPI_Datatype of) const {
    ok(MPI_Recv(into, count, of, peer, message_tag, comm, MPI_STATUS_IGNORE), "MPI_Recv");
  }
  /// Returns the bytes.
  [[nodiscard]] int pack(const std::byte* from) const {
    int at = 0;
    ok(MPI_Pack(from, whole, type, scratch, room, &at, comm), "MPI_Pack");
    return at;
  }
};

struct OfReordered {
  using LoopState = Reordered;
  using Context = ReorderedContext;
};

struct Typed : OfReordered {
  static void send(const Context& c, const Slot& s) { c.send(s.out, c.whole, c.type); }
  static void receive(const Context& c, const Slot& s) { c.receive(s.in, c.whole, c.type); }
};

struct PackedAndSent : OfReordered {
  static void send(const Context& c, const Slot& s) { c.send(c.scratch, c.pack(s.out), MPI_PACKED); }
  static void receive(const Context& c, const Slot& s) { c.receive(s.in, c.whole, c.type); }
};

struct PackedAndUnpacked : OfReordered {
  static void send(const Context& c, const Slot& s) { c.send(c.scratch, c.pack(s.out), MPI_PACKED); }
  static void receive(const Context& c, const Slot& s) {
    int at = 0;
    c.receive(c.scratch, c.room, MPI_PACKED);
    ok(MPI_Unpack(c.scratch, c.room, &at, s.in, c.whole, c.type, c.comm), "MPI_Unpack");
  }
};

struct PackedByHand : OfReordered {
  static void send(const Context& c, const Slot& s) {
    c.order.pack(c.scratch, s.out);
    c.send(c.scratch, c.bytes, MPI_BYTE);
  }
  static void receive(const Context& c, const Slot& s) {
    c.receive(c.scratch, c.bytes, MPI_BYTE);
    c.order.unpack(s.in, c.scratch);
  }
};

/// One contiguous type of the whole message.
struct WholeMessage {
  mpi::Datatype type;
  WholeMessage(const Case& c, const Loop&) : type(mpi::contiguous(c.count, c.type)) {}
};

struct AsOneContiguous : Standard {
  using LoopState = WholeMessage;
  struct Context : PairContext {
    static Context of(const Case& c, const WholeMessage& kept) {
      return {{c.comm, engine::pair_partner(c), 1, kept.type.get()}};
    }
  };
};

/// A type of two words in the other order, or of one byte where the message is no multiple of it; as many as
/// there are, and one contiguous type of all of them.
class Swapped {
 public:
  Swapped(const Case& c, const Loop&) {
    constexpr int words = 2, word = 8;
    if (c.bytes % (words * word) == 0) {
      const std::array<int, words> places{word, 0};
      MPI_Datatype made = MPI_DATATYPE_NULL;
      ok(MPI_Type_create_indexed_block(words, word, places.data(), MPI_BYTE, &made),
         "MPI_Type_create_indexed_block");
      ok(MPI_Type_commit(&made), "MPI_Type_commit");
      one_ = mpi::Datatype(made);
      count_ = c.bytes / (words * word);
    } else {
      one_ = mpi::contiguous(1, MPI_BYTE);
      count_ = c.bytes;
    }
    ok(count_ <= std::numeric_limits<int>::max() ? MPI_SUCCESS : MPI_ERR_COUNT,
       "more elements than MPI's counts can express");
    all_ = mpi::contiguous(count_, one_.get());
  }
  [[nodiscard]] int count() const { return static_cast<int>(count_); }
  [[nodiscard]] MPI_Datatype one() const { return one_.get(); }
  [[nodiscard]] MPI_Datatype all() const { return all_.get(); }

 private:
  std::int64_t count_ = 0;
  mpi::Datatype one_, all_;
};

template <bool together>
struct AsSwapped : Standard {
  using LoopState = Swapped;
  struct Context : PairContext {
    static Context of(const Case& c, const Swapped& kept) {
      return {
          {c.comm, engine::pair_partner(c), together ? 1 : kept.count(), together ? kept.all() : kept.one()}};
    }
  };
};

/// There and back between two ranks; the time is that of a message.
template <class Left, class Right>
constexpr Benchmark there_and_back_row(std::string_view id, std::string_view name, std::string_view summary,
                                       ExtentFunction scratch = nullptr) {
  Benchmark row =
      guideline_row<Left, Right>(id, name, summary, with_scratch({{}, ExpectedContent::from_peer}, scratch));
  row.klass = TransferClass::single_transfer;
  row.needs.processes = {2, 2, Roles::halves};
  row.metric.time_scale = 0.5;
  return row;
}

template <class Left, class Right>
constexpr Benchmark ways_row(std::string_view id, std::string_view name, std::string_view summary,
                             ExtentFunction scratch = nullptr) {
  return there_and_back_row<ThereAndBack<Left>, ThereAndBack<Right>>(id, name, summary, scratch);
}

constexpr Benchmark chain_guideline() {
  Benchmark row = guideline_row<Sendrecv, IsendRecv>(
      "P5", "Sendrecv_as_Isend_Recv", "MPI_Sendrecv in a chain, and MPI_Isend, MPI_Recv and MPI_Wait",
      {{}, ExpectedContent::from_left});
  row.klass = TransferClass::parallel_transfer;
  return row;
}

inline constexpr std::array message_guidelines{
    ways_row<Standard, ways::Synchronous>("P1", "Send_as_Ssend", "PingPong by MPI_Send, and by MPI_Ssend"),
    ways_row<Standard, ways::Buffered>("P2", "Send_as_Bsend", "PingPong by MPI_Send, and by MPI_Bsend"),
    ways_row<Standard, IsendAndWait>("P3", "Send_as_Isend",
                                     "PingPong by MPI_Send, and by MPI_Isend and MPI_Wait"),
    there_and_back_row<Answered<true>, Answered<false>>(
        "P4", "Rsend_as_Send",
        "PingPong with the receive of the answer posted before; the answer by MPI_Rsend, and by MPI_Send"),
    chain_guideline(),
    ways_row<Standard, FromAnySource>("P6", "Recv_as_any_source",
                                      "PingPong with the source in MPI_Recv, and with MPI_ANY_SOURCE"),
    ways_row<Typed, PackedAndSent>("P7", "Send_typed_as_Pack_Send",
                                   "PingPong of a strided type, and by MPI_Pack and MPI_Send",
                                   packed_scratch),
    there_and_back_row<ways::PersistentPingPong, StartedAnew>(
        "C3", "Start_as_Isend", "PingPong by persistent requests, and by MPI_Isend and MPI_Irecv"),
    ways_row<Typed, PackedByHand>("D1", "Send_typed_as_manual_pack",
                                  "PingPong of a strided type, and packed and unpacked by hand",
                                  packed_scratch),
    ways_row<Typed, PackedAndUnpacked>("D2", "Send_typed_as_Pack_Unpack",
                                       "PingPong of a strided type, and by MPI_Pack and MPI_Unpack",
                                       packed_scratch),
    ways_row<AsOneContiguous, Standard>("D3", "Send_contiguous_as_elements",
                                        "PingPong of one contiguous type, and of as many elements"),
    ways_row<AsSwapped<false>, AsSwapped<true>>(
        "D4", "Send_many_as_contiguous",
        "PingPong of as many of a type of two swapped words, and of one contiguous type of them"),
};

}  // namespace sonde::patterns::guidelines
