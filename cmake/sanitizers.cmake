# SONDE_SANITIZE=address,undefined compiles and links everything with those sanitizers.
if(SONDE_SANITIZE)
  add_compile_options(-fsanitize=${SONDE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=undefined -g)
  add_link_options(-fsanitize=${SONDE_SANITIZE} -rdynamic)
endif()
