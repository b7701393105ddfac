'use strict';
// A page's script: the files that cmake/report_assets.cmake names, in its order. Each is a block of its own
// and shares only what it puts into `sonde`. Text from the data reaches the page through textContent alone.
const sonde = {};
{
  // element('td', {class: 'number', 'aria-label': '...'}, child or text...)
  sonde.element = (tag, attributes = {}, ...children) => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes))
      if (value !== null && value !== undefined && value !== false) made.setAttribute(name, value === true ? '' : value);
    made.append(...children.filter((child) => child !== null && child !== undefined).map((c) => (c instanceof Node ? c : String(c))));
    return made;
  };

  sonde.svg = (tag, attributes, ...children) => {
    const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...children);
    return made;
  };

  sonde.by_id = (id) => document.getElementById(id);

  sonde.button = (text, action, attributes = {}) => {
    const made = sonde.element('button', {type: 'button', ...attributes}, text);
    made.addEventListener('click', action);
    return made;
  };

  // A table from head cells and rows of cells; a cell is text or an element. The first cell of a row is its heading.
  sonde.simple_table = (caption, heads, rows) => {
    const {element} = sonde;
    const line = (cells) => element('tr', {}, ...cells.map((cell, i) => element(i ? 'td' : 'th', i ? {} : {scope: 'row'}, cell)));
    return element('table', {}, element('caption', {class: 'hidden'}, caption),
      element('thead', {}, element('tr', {}, ...heads.map((head) => element('th', {scope: 'col'}, head)))),
      element('tbody', {}, ...rows.map(line)));
  };
}
