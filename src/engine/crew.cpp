#include "engine/crew.hpp"

namespace sonde::engine {

Crew::Crew(std::size_t others) : gate_(static_cast<std::ptrdiff_t>(others) + 1) {
  threads_.reserve(others);
  try {
    for (std::size_t thread = 1; thread <= others; ++thread)
      threads_.emplace_back([this, thread] { serve(thread); });
  } catch (...) {
    for (std::size_t missing = others - threads_.size(); missing > 0; --missing) gate_.arrive_and_drop();
    dismiss();
    throw;
  }
}

Crew::~Crew() {
  dismiss();
}

void Crew::run(const std::function<void(std::size_t)>& work) {
  work_ = &work;
  gate_.arrive_and_wait();
  work(0);
  gate_.arrive_and_wait();
}

void Crew::serve(std::size_t thread) {
  for (;;) {
    gate_.arrive_and_wait();
    if (work_ == nullptr) return;
    (*work_)(thread);
    gate_.arrive_and_wait();
  }
}

void Crew::dismiss() {
  work_ = nullptr;
  gate_.arrive_and_wait();
  threads_.clear();
}

}  // namespace sonde::engine
