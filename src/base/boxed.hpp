// A value that is often absent, kept outside of what holds it: like std::optional, but of the size of a
// pointer.
#pragma once
#include <memory>
#include <utility>

namespace sonde {

template <class Value>
class Boxed {
 public:
  Boxed() = default;
  Boxed(Value value)  // NOLINT(google-explicit-constructor): as std::optional
      : value_(std::make_unique<Value>(std::move(value))) {}
  Boxed(const Boxed& other) : value_(other ? std::make_unique<Value>(*other) : nullptr) {}
  Boxed(Boxed&&) noexcept = default;
  Boxed& operator=(Boxed other) noexcept {
    value_ = std::move(other.value_);
    return *this;
  }
  ~Boxed() = default;

  Value& emplace() { return *(value_ = std::make_unique<Value>()); }
  void reset() { value_.reset(); }

  [[nodiscard]] bool has_value() const { return value_ != nullptr; }
  explicit operator bool() const { return has_value(); }
  Value& operator*() { return *value_; }
  const Value& operator*() const { return *value_; }
  Value* operator->() { return value_.get(); }
  const Value* operator->() const { return value_.get(); }

 private:
  std::unique_ptr<Value> value_;
};

}  // namespace sonde
