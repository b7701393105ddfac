// The loops over functions of a plug-in, written by hand: the indirect call is part of both.
#include "own_twins.hpp"

#include <array>

namespace {

using namespace cost;

int shift(const sonde_case* c, const sonde_slot* s) {
  return MPI_Sendrecv(s->send, c->count, c->type, c->right, 0, s->receive, c->count, c->type, c->left, 0,
                      c->comm, MPI_STATUS_IGNORE);
}
using Function = int (*)(const sonde_case*, const sonde_slot*);

void repeated(const Case& c) {
  const sonde_case* const facts = c.own->facts;
  const Function function = c.own->row->repetition;
  hand_loop(c, [facts, function, step = std::int64_t{0}](Places& p) mutable {
    const sonde_slot slot{p.out, p.in, step++, p.root};
    must(function(facts, &slot));
    p.next_out();
    p.next_in();
    p.next_root(1);
  });
}

constexpr std::array<Twin, 1> twins{{{"Own_shift", 0, 0, repeated}}};

}  // namespace

namespace cost {

std::span<const Twin> own_twins() {
  return twins;
}

const sonde::engine::OwnCall& own_call() {
  static sonde_benchmark row{};
  static sonde_case facts{};
  static const sonde::engine::OwnWords words;
  static const sonde::engine::OwnCall call{&row, &facts, &words};
  row.name = "Own_shift";
  row.repetition = shift;
  facts.comm = MPI_COMM_WORLD;
  facts.type = MPI_BYTE;
  facts.count = moved_bytes;
  facts.left = facts.right = 1;
  return call;
}

}  // namespace cost
