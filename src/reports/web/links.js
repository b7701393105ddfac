{
  const {element, plural, page, seconds, plain} = sonde;
  const quantities = {message: 'Bandwidth', latency: 'Latency'};
  const name_height = 13, longest_name = 14;  // in pixels, in letters
  const most_rows = 20;
  const times = (ratio) => ratio.toFixed(2);
  const slowest_shown = 2; // of the middle's time: beyond it cells are of one colour

  const numbers_of = (text) => {
    const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0)), view = new DataView(bytes.buffer);
    return Float32Array.from({length: bytes.length / 4}, (_, i) => view.getFloat32(4 * i, true));
  };
  const middle_of = (values) => {
    const known = values.filter((value) => value > 0).sort();
    return known.length ? known[known.length >> 1] : 1;
  };
  const rate = (map, time) => plain(map.bytes / time / 1e6) + ' MB/s';
  const show = (map, quantity, time) => (!(time > 0) ? 'not measured' : quantity === 'latency' ? seconds(time) : rate(map, time));
  const channels = (variable) => {
    const probe = element('span', {hidden: true});
    probe.style.color = `var(${variable})`;
    document.body.append(probe);
    const found = getComputedStyle(probe).color.match(/[\d.]+/g).map(Number);
    probe.remove();
    return found;
  };

  // The colours of quick, middle and slow links, between which those of a cell lie.
  const palette = () => ({quick: channels('--line-0'), middle: channels('--paper'), slow: channels('--heat'), unknown: channels('--grid')});
  const colour = (colours, ratio) => {
    if (!(ratio > 0)) return colours.unknown;
    const share = Math.max(-1, Math.min(1, Math.log(ratio) / Math.log(slowest_shown)));
    const end = share < 0 ? colours.quick : colours.slow;
    return colours.middle.map((channel, i) => channel + Math.abs(share) * (end[i] - channel));
  };

  class Heat {
    constructor(map) {
      this.map = map;
      this.size = map.names.length;
      this.quantity = 'message';
      this.values = {message: numbers_of(map.message), latency: numbers_of(map.latency)};
      this.middles = {message: middle_of(this.values.message), latency: middle_of(this.values.latency)};
      this.at = null;
      this.canvas = element('canvas', {tabindex: 0, role: 'img', class: 'heat-map'});
      this.box = element('div', {class: 'tooltip', hidden: true});
      this.status = element('p', {class: 'quiet', role: 'status'}, 'Point at a cell, or move with the arrow keys, to see its pair.');
      this.holder = element('div', {class: 'heat-holder'}, this.canvas, this.box);
      this.sides = ['from', 'to'].map((side) => element('div', {class: 'heat-names ' + side, 'aria-hidden': 'true'}));
      this.table = element('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Links of each host of ' + map.run});
      this.histogram = element('div', {class: 'histogram', role: 'img'});
      this.canvas.addEventListener('pointermove', (event) => this.point(event));
      this.canvas.addEventListener('pointerleave', () => this.leave());
      this.canvas.addEventListener('keydown', (event) => this.key(event));
      new ResizeObserver(() => this.draw()).observe(this.holder);
    }

    // As large as there is room for, whole pixels to a cell where they fit.
    draw() {
      const room = Math.min(this.holder.clientWidth, 720);
      if (!room) return;
      const scale = devicePixelRatio || 1, cell = room * scale / this.size;
      const pixels = Math.round(this.size * (cell >= 1 ? Math.max(1, Math.floor(cell)) : cell));
      this.canvas.width = this.canvas.height = pixels;
      this.canvas.style.width = this.canvas.style.height = pixels / scale + 'px';
      const context = this.canvas.getContext('2d'), image = context.createImageData(pixels, pixels);
      const colours = palette(), values = this.values[this.quantity], middle = this.middles[this.quantity];
      for (let y = 0; y < pixels; ++y)
        for (let x = 0; x < pixels; ++x) {
          const [red, green, blue] = colour(colours, this.worst(values, x, y, pixels) / middle);
          image.data.set([red, green, blue, 255], 4 * (y * pixels + x));
        }
      context.putImageData(image, 0, 0);
      this.draw_blocks(context, pixels);
      this.draw_found(context, pixels);
      this.name_sides(pixels / scale);
      this.table.replaceChildren(this.medians());
      this.bars?.destroy();
      this.bars = sonde.link_histogram(this.histogram, values, (time) => show(this.map, this.quantity, time), quantities[this.quantity]);
      this.canvas.setAttribute('aria-label', `${quantities[this.quantity]} of ${this.size} by ${this.size} links of ${this.map.run}; ${this.map.verdict}`);
    }

    // Where a pixel stands for several links, the slowest of them, so that none gets lost.
    worst(values, x, y, pixels) {
      const first = (p) => Math.floor(p * this.size / pixels), last = (p) => Math.max(first(p), Math.ceil((p + 1) * this.size / pixels) - 1);
      if (pixels >= this.size) return values[first(y) * this.size + first(x)];
      let slowest = NaN;
      for (let from = first(y); from <= last(y); ++from)
        for (let to = first(x); to <= last(x); ++to) {
          const value = values[from * this.size + to];
          if (!(value <= slowest)) slowest = value > 0 ? value : slowest;
        }
      return slowest;
    }

    draw_blocks(context, pixels) {
      const {blocks} = this.map;
      context.strokeStyle = `rgb(${channels('--edge').join(',')})`;
      context.beginPath();
      for (let i = 1; i < this.size; ++i) {
        if (blocks[i] === blocks[i - 1]) continue;
        const at = Math.round(i * pixels / this.size) + 0.5;
        context.moveTo(at, 0), context.lineTo(at, pixels), context.moveTo(0, at), context.lineTo(pixels, at);
      }
      context.stroke();
    }

    // Names beside rows and above columns: of all, where these have room; else of the switches, or of as many as fit.
    name_sides(length) {
      const {names, blocks, block_names} = this.map, all = names.map((name, i) => ({name, at: i + 0.5}));
      const switches = block_names.map((name, block) => ({name, at: (blocks.indexOf(block) + blocks.lastIndexOf(block) + 1) / 2}));
      const fits = (labels) => length / labels.length >= name_height;
      const every = Math.ceil(this.size * name_height / length);
      const shown = fits(all) ? all : switches.length > 1 && fits(switches) ? switches : all.filter((label, i) => i % every === 0);
      this.sides.forEach((side, turned) => side.replaceChildren(...shown.map(({name, at}) => {
        const label = element('span', {title: name}, name.length > longest_name ? '…' + name.slice(1 - longest_name) : name);
        label.style[turned ? 'left' : 'top'] = at * length / this.size + 'px';
        return label;
      })));
    }

    // What each row and column of the map is in the middle, the slowest first.
    medians() {
      const {names, blocks, block_names} = this.map, values = this.values[this.quantity], middle = this.middles[this.quantity], {size} = this;
      const of = (at) => middle_of(Float32Array.from({length: size}, (_, i) => values[at(i)])) / middle;
      const rows = names.map((name, host) => ({name, block: block_names[blocks[host]] ?? '', sends: of((i) => host * size + i), receives: of((i) => i * size + host)}));
      const worst = ({sends, receives}) => Math.max(sends, receives), several = block_names.length > 1;
      const table = sonde.simple_table('Median time of the links of each host over the middle of all', ['Name', ...(several ? ['Switch'] : []), 'Sends', 'Receives'],
        rows.sort((a, b) => worst(b) - worst(a)).slice(0, most_rows)
          .map(({name, block, sends, receives}) => [name, ...(several ? [block] : []), times(sends), times(receives)]));
      const [caption] = table.children;
      caption.className = 'quiet';
      caption.textContent = `Median of a name’s links, times the middle’s time; ${rows.length > most_rows ? `the ${most_rows} slowest of ${rows.length}` : 'slowest first'}.`;
      table.className = 'map links';
      return table;
    }

    // A ring around each link that was found, which may be one pixel of many thousands.
    draw_found(context, pixels) {
      const cell = pixels / this.size;
      context.strokeStyle = `rgb(${channels('--problem').join(',')})`;
      context.lineWidth = 2;
      for (const {pair, verdict} of this.map.findings)
        for (const [from, to] of pair && verdict !== 'fine' ? [pair, [pair[1], pair[0]]] : []) {
          context.beginPath();
          context.arc((to + 0.5) * cell, (from + 0.5) * cell, Math.max(8, cell), 0, 2 * Math.PI);
          context.stroke();
        }
    }

    text(from, to) {
      const {map, quantity} = this, index = from * this.size + to, time = this.values[quantity][index];
      const ratio = time > 0 ? `, ${plain(time / this.middles[quantity], 3)} times the middle’s time` : '';
      return [`${map.names[from]} → ${map.names[to]}`, from === to ? 'itself' : show(map, quantity, time) + ratio];
    }

    select(from, to) {
      this.at = [from, to];
      const [pair, value] = this.text(from, to);
      this.status.textContent = `${pair}: ${value}`;
      this.box.replaceChildren(element('strong', {}, pair), element('div', {}, value));
      this.box.hidden = false;
      const side = this.canvas.clientWidth, cell = side / this.size, x = (to + 0.5) * cell, y = (from + 0.5) * cell;
      const left = x > side / 2 ? x - this.box.offsetWidth - 12 : x + 12;
      const room = this.holder.clientWidth - this.box.offsetWidth;
      this.box.style.transform = `translate(${Math.max(0, Math.min(left, room))}px, ${Math.max(0, Math.min(y - 20, side - this.box.offsetHeight))}px)`;
    }

    point({offsetX, offsetY}) {
      const cell = this.canvas.clientWidth / this.size, of = (offset) => Math.max(0, Math.min(this.size - 1, Math.floor(offset / cell)));
      this.select(of(offsetY), of(offsetX));
    }
    leave() { this.box.hidden = true; }
    key(event) {
      const [down, right] = {ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1]}[event.key] ?? [0, 0];
      if (!down && !right) return;
      event.preventDefault();
      const [from, to] = this.at ?? [0, 0], within = (i) => Math.max(0, Math.min(this.size - 1, i));
      this.select(within(from + down), within(to + right));
    }

    chooser() {
      const buttons = Object.entries(quantities).map(([quantity, label]) => sonde.button(label, () => {
        this.quantity = quantity;
        buttons.forEach((button) => button.setAttribute('aria-pressed', String(button.dataset.quantity === quantity)));
        this.draw();
      }, {'data-quantity': quantity, 'aria-pressed': String(quantity === this.quantity)}));
      return element('div', {class: 'choice', role: 'group', 'aria-label': 'What the colours show'}, ...buttons);
    }

    legend() {
      return element('p', {class: 'quiet heat-legend'}, element('span', {class: 'heat-scale', 'aria-hidden': 'true'}),
        ` half of the middle’s time, the middle, ${slowest_shown} times or more. Rows send, columns receive; lines part switches.`);
    }
  }

  const verdict_words = {slow: 'Slow', open: 'Open', fine: 'Fine'}, weights = {slow: 'problem', open: 'caution', fine: 'fact'};
  const finding = ({verdict, text}) => element('li', {class: weights[verdict]}, element('span', {class: 'badge'}, verdict_words[verdict]), element('div', {}, text));

  const heats = [];
  const map_part = (map) => {
    const parts = [element('h3', {}, `${map.run}: ${map.benchmark}, ${sonde.exact_bytes(map.bytes)}`), element('p', {class: 'verdict'}, map.verdict),
      element('ul', {class: 'findings'}, ...map.findings.map(finding))];
    if (!map.message) return element('div', {}, ...parts, element('p', {class: 'quiet'},
      `The map of ${plural(map.names.length, 'process', 'processes')} was not kept: run with -samples all.`));
    const heat = new Heat(map);
    heats.push(heat);
    const beside = element('div', {class: 'heat-beside'}, element('div', {class: 'heat-map-named'}, heat.sides[1], heat.sides[0], heat.holder), heat.table);
    return element('div', {}, ...parts, heat.chooser(), beside, heat.legend(), heat.status, heat.histogram);
  };

  sonde.redraw_links = () => heats.forEach((heat) => heat.draw());
  sonde.make_links = () => {
    sonde.by_id('links').hidden = page.link_maps.length === 0;
    sonde.by_id('link-maps').append(...page.link_maps.map(map_part));
  };
}
