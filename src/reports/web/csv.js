{
  // A spreadsheet takes a cell that starts with one of these for a formula; an apostrophe makes it text.
  const text_cell = (value) => {
    const safe = /^[=+\-@\t\r]/.test(value) ? "'" + value : value;
    return /[",\n\r]/.test(safe) ? '"' + safe.replaceAll('"', '""') + '"' : safe;
  };

  const digits = 7;  // one more than the page has
  const number_cell = (value) => String(Number.isInteger(value) ? value : Number(value.toPrecision(digits)));

  // CSV of `rows`; columns: [{csv: name with unit, raw(row)}].
  sonde.csv = (columns, rows) => {
    const cell = (value) => (value === null || value === undefined ? '' : typeof value === 'number' ? number_cell(value) : text_cell(value));
    const lines = [columns.map((column) => text_cell(column.csv)).join(',')];
    for (const row of rows) lines.push(columns.map((column) => cell(column.raw(row))).join(','));
    return lines.join('\n') + '\n';
  };

  sonde.download = (name, text) => {
    const address = URL.createObjectURL(new Blob([text], {type: 'text/csv'}));
    const link = sonde.element('a', {href: address, download: name});
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
  };
}
