# What `sonde report` and `sonde history page` put into their pages: the template, the chart library, our scripts and our styles.
include(embed)
include(chart_library)
set(web ${CMAKE_SOURCE_DIR}/src/reports/web)
sonde_chart_files(chart_scripts chart_styles)
sonde_embed(sonde_reports report_template ${web}/page_head.html ${web}/report.html ${web}/page_foot.html)
sonde_embed(sonde_reports report_chart_library ${chart_scripts})
sonde_embed(sonde_reports report_style ${chart_styles} ${web}/page.css ${web}/print.css)
set(scripts "")
foreach(part namespace format data toggles legend tooltip chart_options chart address charts settings arrivals loop_map calls summary matrix_data matrix findings link_histogram links guidelines ranks fits provenance
        csv sorting table start main)
  list(APPEND scripts ${web}/${part}.js)
endforeach()
sonde_embed(sonde_reports report_script ${scripts})

set(of_history ${CMAKE_SOURCE_DIR}/src/history/web)
sonde_embed(sonde_history history_template ${web}/page_head.html ${of_history}/history.html ${web}/page_foot.html)
sonde_embed(sonde_history history_style ${web}/page.css ${of_history}/history.css ${web}/print.css)
set(scripts "")
foreach(part namespace format csv sorting start)
  list(APPEND scripts ${web}/${part}.js)
endforeach()
foreach(part nights sparkline readout alarms levels cases)
  list(APPEND scripts ${of_history}/${part}.js)
endforeach()
sonde_embed(sonde_history history_script ${scripts} ${of_history}/main.js)

# What `sonde explain` says of benchmarks: the pages that are made from the rows of the programs.
set(benchmark_pages "")
foreach(program IMB-MPI1 IMB-EXT IMB-IO IMB-NBC IMB-RMA IMB-MPI4 IMB-P2P IMB-MT sonde-mpi)
  list(APPEND benchmark_pages ${CMAKE_SOURCE_DIR}/docs/user/benchmarks-${program}.md)
endforeach()
sonde_embed(sonde_reports benchmark_pages ${benchmark_pages})

# What it says of other words.
sonde_embed(sonde_reports explained_words ${CMAKE_SOURCE_DIR}/src/reports/words.txt)
