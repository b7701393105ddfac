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
