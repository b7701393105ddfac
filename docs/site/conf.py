# How `script/docs` makes a site of the documents: read by Sphinx. The pages are those of the tree, with the links that they have there.
import os

project = "Sonde"
author = "The Sonde authors"
version = release = os.environ["SONDE_VERSION"]
root_doc = "README"
extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
myst_heading_anchors = 5  # links to headings are written as GitHub names them

html_theme = "alabaster"  # comes with Sphinx and needs neither network nor script
html_theme_options = {"description": "MPI benchmarks with numbers one can believe", "fixed_sidebar": True, "page_width": "78rem", "sidebar_width": "17rem",
                      "font_family": "system-ui, sans-serif", "head_font_family": "system-ui, sans-serif", "sidebar_collapse": True, "show_relbars": True}
html_sidebars = {"**": ["about.html", "searchbox.html", "navigation.html"]}
html_static_path = ["site.css"]
html_css_files = ["site.css"]
html_title = f"Sonde {release}"
html_copy_source = False
html_show_search_summary = False  # which would fetch pages, and a page on the disk may not
html_show_sphinx = False
html_use_index = False
