# Precompiled headers, only where parsing them is most of the work: command lines of `sonde`, unit tests. The compiler cache
# needs `sloppiness = pch_defines,time_macros` (script/common sets it) and g++'s own -fpch-preprocess to keep such files.

# sonde_precompile(TARGET HEADER...)
function(sonde_precompile target)
  target_precompile_headers(${target} PRIVATE ${ARGN})
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)
endfunction()

# sonde_precompiled_as(TARGET OTHER): uses the headers of OTHER, which is compiled with the same flags.
function(sonde_precompiled_as target other)
  target_precompile_headers(${target} REUSE_FROM ${other})
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)
endfunction()
