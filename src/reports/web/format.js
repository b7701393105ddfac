{
  // A formatter takes as long to make as a hundred numbers to format.
  const formatters = new Map();
  const formatter = (digits) => {
    if (!formatters.has(digits)) formatters.set(digits, new Intl.NumberFormat('en', {maximumSignificantDigits: digits, useGrouping: false}));
    return formatters.get(digits);
  };

  // Up to `digits` significant digits, never an exponent where a person would not write one.
  const plain = (value, digits = 4) => {
    if (value === null || value === undefined || !Number.isFinite(value)) return '–';
    const size = Math.abs(value);
    if (size !== 0 && (size >= 1e7 || size < 1e-4)) return value.toExponential(2).replace('e+', 'e');
    return formatter(digits).format(value);
  };

  const scaled = (value, units, digits) => {
    const unit = units.find(([scale]) => Math.abs(value) >= scale * 0.9995) ?? units[units.length - 1];
    return plain(value / unit[0], digits) + ' ' + unit[1];
  };

  const time_units = [[1, 's'], [1e-3, 'ms'], [1e-6, 'µs'], [1e-9, 'ns']];
  const byte_units = [[2 ** 40, 'TiB'], [2 ** 30, 'GiB'], [2 ** 20, 'MiB'], [2 ** 10, 'KiB'], [1, 'B']];

  sonde.plain = plain;
  sonde.seconds = (value) => (value === 0 ? '0' : Number.isFinite(value) && value !== null ? scaled(value, time_units, 4) : '–');
  sonde.bytes = (value) => (value === 0 ? '0' : scaled(value, byte_units, 4));
  // Of the length of a case, which is its name: 1048577 B where four digits would make it 1 MiB.
  sonde.exact_bytes = (value) => {
    const [scale] = byte_units.find(([unit]) => value >= unit) ?? [1];
    return value === 0 || Number(plain(value / scale)) * scale === value ? sonde.bytes(value) : value + ' B';
  };
  // As short as a heading of a narrow column: 512, 4K, 2M.
  const short_units = [[2 ** 40, 'T'], [2 ** 30, 'G'], [2 ** 20, 'M'], [2 ** 10, 'K']];
  sonde.short_bytes = (value) => {
    const [scale, letter] = short_units.find(([unit]) => value >= unit && value % unit === 0) ?? [1, ''];
    return value / scale + letter;
  };
  const whole = new Intl.NumberFormat('en');  // making one takes longer than all that it formats
  sonde.count = (value) => whole.format(value);
  sonde.plural = (n, noun, nouns = noun + 's') => sonde.count(n) + ' ' + (n === 1 ? noun : nouns);
}
