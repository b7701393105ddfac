# sonde_chart_files(SCRIPTS STYLES): the files of uPlot, which `sonde report` puts into its pages. They come from
# node_modules (`npm ci --ignore-scripts`) or from the folder SONDE_UPLOT names. Without them both lists are empty and
# reports have tables but no charts; they are looked for again at every build.
set(SONDE_UPLOT ${CMAKE_SOURCE_DIR}/node_modules/uplot/dist CACHE PATH "Folder of uPlot.iife.min.js and uPlot.min.css")
function(sonde_chart_files scripts styles)
  file(GLOB found CONFIGURE_DEPENDS ${SONDE_UPLOT}/uPlot.iife.min.js ${SONDE_UPLOT}/uPlot.min.css)
  list(LENGTH found count)
  if(count EQUAL 2)
    set(${scripts} ${SONDE_UPLOT}/uPlot.iife.min.js PARENT_SCOPE)
    set(${styles} ${SONDE_UPLOT}/uPlot.min.css PARENT_SCOPE)
  else()
    message(STATUS "No uPlot in ${SONDE_UPLOT}: reports will have no charts. `npm ci --ignore-scripts` brings it.")
    set(${scripts} "" PARENT_SCOPE)
    set(${styles} "" PARENT_SCOPE)
  endif()
endfunction()
