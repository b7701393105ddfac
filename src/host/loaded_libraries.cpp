#include "host/loaded_libraries.hpp"

#include <dlfcn.h>
#include <link.h>

#include <string>
#include <vector>

namespace sonde::host {

void keep_libraries_loaded() {
  std::vector<std::string> names;
  const auto note = [](dl_phdr_info* library, std::size_t, void* into) {
    if (library->dlpi_name != nullptr && *library->dlpi_name != '\0')
      static_cast<std::vector<std::string>*>(into)->emplace_back(library->dlpi_name);
    return 0;
  };
  dl_iterate_phdr(note, &names);
  for (const std::string& name : names) dlopen(name.c_str(), RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}

}  // namespace sonde::host
