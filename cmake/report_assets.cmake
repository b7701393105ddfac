# What `sonde report` puts into its pages: the template, the chart library, our script and our styles.
include(embed)
include(chart_library)
set(web ${CMAKE_SOURCE_DIR}/src/pages/web)
sonde_chart_files(chart_scripts chart_styles)
sonde_embed(sonde_pages report_template ${web}/page.html)
sonde_embed(sonde_pages report_chart_library ${chart_scripts})
sonde_embed(sonde_pages report_style ${chart_styles} ${web}/page.css ${web}/print.css)
set(scripts "")
foreach(part namespace format data toggles legend tooltip chart_options chart charts summary findings link_histogram links ranks fits provenance
        csv table main)
  list(APPEND scripts ${web}/${part}.js)
endforeach()
sonde_embed(sonde_pages report_script ${scripts})

# What `sonde explain` says of benchmarks: the pages that are made from the rows of the programs.
set(benchmark_pages "")
foreach(program IMB-MPI1 IMB-EXT IMB-IO IMB-NBC IMB-RMA IMB-MPI4 IMB-P2P IMB-MT sonde-mpi)
  list(APPEND benchmark_pages ${CMAKE_SOURCE_DIR}/docs/user/benchmarks-${program}.md)
endforeach()
sonde_embed(sonde_pages benchmark_pages ${benchmark_pages})
