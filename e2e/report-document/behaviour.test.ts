import { describe, expect, test } from 'vitest';
import { oneOf } from '../support/soak.ts';
import { soakTest } from '../support/soak-test.ts';
import { shellPage } from './harness.ts';
import { visitEachTest } from './visit.ts';

const visit = visitEachTest();

/** Runs statements in the page: `live` and `host` are a sheet of so many rows and columns. */
function inSheet(
  statements: string,
  shape: { rows?: number; columns?: number; attributes?: string; options?: string } = {},
) {
  const { rows = 400, columns = 12, attributes = 'data-freeze="1,2"', options = '{}' } = shape;
  return visit.page.evaluate(`(async () => {
    const { host, live } = await harness.shown({ html: harness.sheet(${rows}, ${columns}, '${attributes}'), styles: ['color:red', 'font-weight:bold'] }, ${options});
    const cell = (name) => live.root.querySelector('[data-cell="' + name + '"]');
    const left = (name) => Math.round(cell(name).getBoundingClientRect().left - host.getBoundingClientRect().left);
    const top = (name) => Math.round(cell(name).getBoundingClientRect().top - host.getBoundingClientRect().top);
    const numberOf = (row, column) => (row + 1) * ${columns} + column;
    const rowOf = (row) => ({ at: row + 1, html: live.body(0).html.match(/<tr[^]*?<\\/tr>/g)[row + 1] });
    ${statements}
  })()`);
}

describe('frozen parts', () => {
  test('stay while the sheet scrolls in both directions', async () => {
    const places = await inSheet(`host.scrollTo(150, 3000); await harness.frames(2);
      const row = Math.round(3000 / 24) + 4;
      return [left('H0'), top('H0'), left('R' + row + 'C0'), left('R' + row + 'C1'), left('H5'), top('H5')];`);
    expect(places).toEqual([0, 0, 0, 98, 308, 0]);
  });

  soakTest('stay at the right in a sheet from right to left', async () => {
    const places = await inSheet(
      `host.scrollTo(-150, 3000); await harness.frames(2);
       const right = (name) => Math.round(host.getBoundingClientRect().left + host.clientWidth + (host.offsetWidth - host.clientWidth) - cell(name).getBoundingClientRect().right);
       const row = Math.round(3000 / 24) + 4;
       return [right('H0') - right('R' + row + 'C0'), right('R' + row + 'C1') - right('R' + row + 'C0'), top('H0')];`,
      { attributes: 'data-freeze="1,2" dir="rtl"' },
    );
    expect(places).toEqual([0, 98, 0]);
  });

  soakTest('a wide sheet from right to left begins at its first column, on each page', async () => {
    const ends = await visit.page.evaluate(`(async () => {
      const sheet = (direction) => ({ html: harness.sheet(40, 30, direction + ' data-freeze="1,0"'), styles: [] });
      const { host, live } = await harness.shown(sheet('dir="rtl"'));
      const isSeen = (name) => { const at = live.root.querySelector('[data-cell="' + name + '"]').getBoundingClientRect(); const box = host.getBoundingClientRect(); return at.left >= box.left && at.right <= box.right; };
      const seen = [isSeen('R3C0')];
      const pages = [sheet('dir="rtl"'), sheet('dir="ltr"'), sheet('dir="rtl"')].map((page, n) => ({ name: 'Page ' + n, ...page }));
      live.show({ key: 'DEMO/DESK/OTHER', label: 'OTHER', pages }, 0);
      for (const n of [0, 1, 2]) { live.showPage(n); seen.push(isSeen('R3C0')); }
      host.scrollTo({ left: 0, behavior: 'instant' });
      live.showPage(1); live.showPage(2);
      return [...seen, isSeen('R3C0'), host.scrollLeft];
    })()`);
    expect(ends).toEqual([true, true, true, true, false, 0]);
  });

  soakTest('let go of columns that would fill a phone', async () => {
    await visit.page.setViewportSize({ width: 390, height: 700 });
    const places = await visit.page.evaluate(`(async () => {
      const { host, live } = await harness.shown({ html: harness.sheet(50, 8, 'data-freeze="1,4"'), styles: [] }, {}, 'position:fixed;inset:0');
      host.scrollTo(300, 0); await harness.frames(3);
      return [0, 1, 2, 3].map((n) => Math.round(live.root.querySelector('[data-cell="R3C' + n + '"]').getBoundingClientRect().left));
    })()`);
    expect(places).toEqual([0, 98, -112, -22]);
  });
});

test('columns are aligned over all blocks, merged ones too', async () => {
  const edges = await visit.page.evaluate(`(async () => {
    const plain = harness.sheet(120, 6);
    const row = (n) => '<tr>' + (n === 0 ? '<th rowspan="70">Group</th>' : '') + '<td>1</td>'.repeat(n === 0 ? 5 : 5) + '</tr>';
    const html = plain.replace('</tbody>', Array.from({ length: 70 }, (_, n) => row(n)).join('') + '</tbody>');
    const { live } = await harness.shown({ html, styles: [] });
    live.root.host.setAttribute('data-whole', '');
    const edges = new Set();
    for (const one of live.root.querySelectorAll('tr')) {
      const cells = [...one.querySelectorAll('td, th')];
      edges.add(Math.round(cells.at(-1).getBoundingClientRect().left));
      edges.add(Math.round(cells.at(-2).getBoundingClientRect().left));
    }
    const parts = [...live.root.querySelectorAll('.m')].map((block) => block.firstElementChild.firstElementChild.getBoundingClientRect().height);
    return { edges: [...edges], parts };
  })()`);
  // The first column is drawn 8 pixels wider: the margin of the page.
  expect(edges).toEqual({ edges: [458, 368], parts: [50 * 24, 20 * 24] });
});

describe('a delta', () => {
  soakTest('dresses all parts of a merged cell that freeze lines and blocks of rows cut', async () => {
    const looks = await visit.page.evaluate(`(async () => {
      const row = (n) => '<tr>' + (n === 0 ? '<td rowspan="120" colspan="2" data-cell="A1">Group</td>' : '') + '<td>1</td><td>2</td></tr>';
      const html = '<table data-freeze="2,1"><colgroup>' + '<col style="width:90px">'.repeat(4) + '</colgroup><tbody>' + Array.from({ length: 130 }, (_, n) => row(n)).join('') + '</tbody></table>';
      const { live } = await harness.shown({ html, styles: ['color:red', 'font-weight:bold', 'color:blue'] });
      const parts = () => [...live.root.querySelectorAll('[rowspan="120"], [data-fill]')];
      const looks = () => parts().map((part) => part.getAttribute('data-s'));
      const found = [parts().map((part) => part.getAttribute('data-fill'))];
      live.apply([[0, 'c', 0, 'Group', 1]]);
      found.push(looks());
      const first = live.body(0).html.match(/<tr[^]*?<\\/tr>/)[0];
      live.apply([[0, 'r', 0, 1, first.replace('data-s="1"', 'data-s="2"')]]);
      found.push(looks(), live.root.querySelectorAll('[data-s]').length);
      return found;
    })()`);
    const parts = [null, 'c', 'r', 'c', 'r', 'c', 'r', 'c'];
    expect(looks).toEqual([parts, parts.map(() => '1'), parts.map(() => '2'), parts.length]);
  });

  soakTest('dresses no part of another merged cell below it that a block of rows cuts', async () => {
    const looks = await visit.page.evaluate(`(async () => {
      const spans = { 0: '<td rowspan="60" data-cell="A1">Group</td><td rowspan="7">A</td>', 48: '<td rowspan="8">B</td>' };
      const isCovered = (n) => (n > 0 && n < 7) || (n > 48 && n < 56);
      const row = (n) => '<tr>' + (spans[n] ?? (n < 60 ? '' : '<td>0</td>') + (isCovered(n) ? '' : '<td>1</td>')) + '<td>2</td></tr>';
      const html = '<table><colgroup>' + '<col style="width:90px">'.repeat(3) + '</colgroup><tbody>' + Array.from({ length: 70 }, (_, n) => row(n)).join('') + '</tbody></table>';
      const { live } = await harness.shown({ html, styles: ['color:red', 'font-weight:bold', 'color:blue'] });
      const fills = () => [...live.root.querySelectorAll('[data-fill="r"]')].map((part) => [part.style.gridColumnStart, part.getAttribute('data-s')]);
      const first = fills();
      live.apply([[0, 'c', 1, 'A', 1]]);
      const second = fills();
      live.apply([[0, 'c', 91, 'B', 2]]);
      const [a, b] = ['A', 'B'].map((text) => [...live.root.querySelectorAll('td')].find((cell) => cell.textContent === text).getAttribute('data-s'));
      return [first, second, fills(), a, b];
    })()`);
    const cut = (style: string | null) => [
      ['1', null],
      ['2', style],
    ];
    expect(looks).toEqual([cut(null), cut(null), cut('2'), '1', '2']);
  });

  test('off screen paints nothing', async () => {
    await inSheet('globalThis.live = live; globalThis.numberOf = numberOf; await harness.frames(10);', { rows: 1000 });
    // What the first drawing left to do is done.
    await expect.poll(() => paints('')).toBe(0);
    const off = await paints(
      'live.apply([[0, "c", numberOf(900, 3), "1.5"], [0, "c", numberOf(950, 4), "<b>new</b>", 1]])',
    );
    const on = await paints('live.apply([[0, "c", numberOf(3, 3), "1.5"]])');
    expect(off).toBe(0);
    expect(on).toBeGreaterThan(0);
  });

  test('keeps scroll, focus and the selection in other cells', async () => {
    const kept = await inSheet(`
      live.apply([[0, 'c', numberOf(60, 3), '<a href="/ACME/X">link</a>']]);
      host.scrollTo(40, 1300); await harness.frames(2);
      const link = cell('R60C3').firstChild; link.focus({ preventScroll: true });
      const text = cell('R61C4').firstChild; getSelection().setBaseAndExtent(text, 0, text, 3);
      const chosen = String(getSelection());
      live.apply([[0, 'c', numberOf(62, 3), '77'], [0, 'c', numberOf(61, 5), '<i>a</i>', 1], [0, 'r', 10, 0, '<tr><th>new</th>' + '<td>1</td>'.repeat(11) + '</tr>']]);
      await harness.frames(2);
      return [host.scrollLeft, Math.abs(host.scrollTop - 1324) < 2, live.root.activeElement === link, String(getSelection()) === chosen && chosen.length === 3];`);
    expect(kept).toEqual([40, true, true, true]);
  });

  soakTest('keeps the selection within the changed cell, text after text and element after text', async () => {
    const kept = await inSheet(`
      const range = () => { const [one] = getSelection().getComposedRanges({ shadowRoots: [live.root] }); return [one.startContainer.textContent, one.startOffset, one.endOffset]; };
      const text = cell('R2C3').firstChild; getSelection().setBaseAndExtent(text, 1, text, 4);
      live.apply([[0, 'c', numberOf(2, 3), '123456']]);
      const first = range();
      live.apply([[0, 'c', numberOf(2, 3), '<b>98</b>7654']]);
      return [first, range()];`);
    expect(kept).toEqual([
      ['123456', 1, 4],
      ['98', 1, 2],
    ]);
  });

  test('never writes a control that is being edited, and catches up when it is left', async () => {
    const values = await inSheet(`
      const area = (text) => '<textarea data-control="Note">' + text + '</textarea>';
      live.apply([[0, 'c', numberOf(2, 3), area('one')]]);
      const first = live.root.querySelector('textarea'); first.focus(); first.value = 'typed';
      live.apply([[0, 'c', numberOf(2, 3), area('two')], [0, 'c', numberOf(2, 4), '5']]);
      const during = [live.root.activeElement === first, first.value, cell('R2C4').textContent];
      live.apply([[0, 'p', live.body(0).html.replace(area('two'), area('three'))]]);
      const carried = [live.root.activeElement === first, live.root.querySelectorAll('textarea').length, first.value];
      first.blur(); await harness.frames(1);
      return [during, carried, live.root.querySelector('textarea').value, live.toWire() === live.body(0).html];`);
    expect(values).toEqual([[true, 'typed', '5'], [true, 1, 'typed'], 'three', true]);
  });

  soakTest('writes a row whose numbers changed their ink where it stands, and its cells flash', async () => {
    const kept = await inSheet(`
      await harness.frames(5);
      const row = cell('R2C3').closest('tr'); const text = cell('R2C5').firstChild;
      getSelection().setBaseAndExtent(text, 0, text, 1);
      const chosen = String(getSelection());
      const { at, html } = rowOf(2);
      const next = html.replace(/ data-cell="R2C3"([^>]*)>[^<]*</, ' data-cell="R2C3" data-num="" data-ink="red" data-s="1">-7<');
      live.apply([[0, 'r', at, 1, next]]);
      const red = cell('R2C3');
      const look = [red.getAttribute('data-ink'), red.textContent, red.hasAttribute('data-t'), cell('R2C4').hasAttribute('data-t')];
      const stands = [red.closest('tr') === row, String(getSelection()) === chosen && chosen !== '', live.toWire() === live.body(0).html];
      live.apply([[0, 'r', at, 1, html]]);
      return [look, stands, red.isConnected, red.hasAttribute('data-ink'), live.toWire() === live.body(0).html];`);
    expect(kept).toEqual([['red', '-7', true, false], [true, true, true], true, false, true]);
  });

  soakTest('never writes a control that is being edited in a row that is written', async () => {
    const values = await inSheet(`
      live.apply([[0, 'c', numberOf(2, 3), '<textarea data-control="Note">one</textarea>']]);
      const area = live.root.querySelector('textarea'); area.focus(); area.value = 'typed';
      const { at, html } = rowOf(2);
      live.apply([[0, 'r', at, 1, html.replace('>one<', '>two<').replace(' data-cell="R2C3"', ' data-cell="R2C3" data-ink="red"')]]);
      const during = [live.root.activeElement === area, area.value, cell('R2C3').getAttribute('data-ink')];
      area.blur(); await harness.frames(1);
      return [during, live.root.querySelector('textarea').value, live.toWire() === live.body(0).html];`);
    expect(values).toEqual([[true, 'typed', 'red'], 'two', true]);
  });

  test('that does not fit is refused', async () => {
    const answers = await inSheet(`return [live.apply([[0, 'c', 99999999, 'x']]), live.apply([[3, 'c', 0, 'x']])];`);
    expect(answers).toEqual([false, false]);
  });

  soakTest('that is refused half way leaves nothing that the next fetch does not see', async () => {
    const shown = await inSheet(`
      const html = live.body(0).html;
      const answer = live.apply([[0, 'c', numberOf(2, 3), '77'], [3, 'c', 0, 'x']]);
      live.show(harness.report({ html, styles: ['color:red', 'font-weight:bold'] }), 0);
      return [answer, live.toWire() === html];`);
    expect(shown).toEqual([false, true]);
  });

  soakTest('that could not be written stands there with the next report, which says the same', async () => {
    const shown = await inSheet(`
      const { setHTML } = Element.prototype;
      Element.prototype.setHTML = () => { throw new Error('no room'); };
      let fault = '';
      try { live.apply([[0, 'c', numberOf(2, 3), '<b>77</b>']]); } catch (error) { fault = error.message; }
      Element.prototype.setHTML = setHTML;
      const before = cell('R2C3').textContent;
      live.show(harness.report({ html: live.body(0).html, styles: ['color:red', 'font-weight:bold'] }), 0);
      const other = cell('R2C4');
      live.show(harness.report({ html: live.body(0).html, styles: ['color:red', 'font-weight:bold'] }), 0);
      return [fault, before === '77', cell('R2C3').textContent, live.toWire() === live.body(0).html, other.isConnected];`);
    expect(shown).toEqual(['no room', false, '77', true, true]);
  });

  soakTest('is shown where a translator has put nodes of its own in place of the text', async () => {
    const texts = await inSheet(`
      live.apply([[0, 'c', numberOf(2, 3), '77']]);
      const font = document.createElement('font'); font.textContent = 'soixante-dix-sept';
      cell('R2C3').firstChild.replaceWith(font); await harness.frames(1);
      live.apply([[0, 'c', numberOf(2, 3), '78']]);
      const first = cell('R2C3').textContent;
      live.apply([[0, 'c', numberOf(2, 3), '79']]);
      return [first, cell('R2C3').textContent, live.toWire() === live.body(0).html];`);
    expect(texts).toEqual(['78', '79', true]);
  });

  soakTest('cuts text that has grown beyond its column, and lets it be when it is short again', async () => {
    const cut = await inSheet(`
      const isCut = (text) => { live.apply([[0, 'c', numberOf(2, 3), text]]); return cell('R2C3').classList.contains('x'); };
      return [isCut('7'), isCut('a text that no column of ninety pixels holds'), isCut('7'), isCut('8'), cell('R2C3').textContent];`);
    expect(cut).toEqual([false, true, false, false, '8']);
  });

  test('and a fetch of the same report write only what differs', async () => {
    const same = await inSheet(`
      const before = cell('R5C5'); host.scrollTo(0, 100);
      const html = harness.sheet(400, 12, 'data-freeze="1,2"').replace('>Row 7<', '>Row seven<');
      live.show(harness.report({ html, styles: ['color:red', 'font-weight:bold'] }), 0);
      return [cell('R5C5') === before, cell('R7C0').textContent, host.scrollTop, live.toWire() === html];`);
    expect(same).toEqual([true, 'Row seven', 100, true]);
  });
});

describe('the flash', () => {
  const run = `
    await harness.frames(5);
    const marks = () => ['R2C3', 'R3C3', 'R4C0', 'R390C3'].map((name) => cell(name).getAttribute('data-t') + ' ' + cell(name).getAttribute('data-d'));
    live.apply([[0, 'c', numberOf(2, 3), '2,000.5'], [0, 'c', numberOf(3, 3), '−1.0'], [0, 'c', numberOf(4, 0), 'Name'], [0, 'c', numberOf(390, 3), '5']]);
    const steps = [marks()];`;

  test('tells up from down, fades in four steps, and is for cells on screen', async () => {
    const steps = await inSheet(
      `${run} for (let n = 0; n < 4; n++) { await clock.advance(300); steps.push(marks()); } return steps;`,
      { options: '{ clock: (globalThis.clock = new harness.TestClock()) }' },
    );
    const all = (step: number) => [`${step} up`, `${step} down`, `${step} null`, 'null null'];
    expect(steps).toEqual([all(4), all(3), all(2), all(1), Array(4).fill('null null')]);
  });

  soakTest('is off when the reader or the system says so', async () => {
    const off = await inSheet(`${run} return steps;`, { options: '{ mayFlash: () => false }' });
    await visit.page.emulateMedia({ reducedMotion: 'reduce' });
    const reduced = await inSheet(`${run} return steps;`);
    expect([off, reduced]).toEqual(Array(2).fill([Array(4).fill('null null')]));
  });
});

test('what changed can be read where the report begins, and is not spoken by itself', async () => {
  const notes = await inSheet(
    `const note = live.root.querySelector('.told');
     live.apply([[0, 'c', numberOf(2, 3), '2,000.5']]);
     live.apply([[0, 'c', numberOf(3, 3), '−1.0'], [0, 'c', numberOf(2, 3), '1,000.5']]);
     const before = note.textContent; await clock.advance(5000);
     return [before, note.textContent, note.getAttribute('aria-live')];`,
    { options: '{ clock: (globalThis.clock = new harness.TestClock()) }' },
  );
  expect(notes).toEqual(['', 'Last changed: R2C3 down to 1,000.5, R3C3 down to −1.0', null]);
});

describe('copying', () => {
  test('cells gives tab-separated text and one table, over blocks that were never drawn', async () => {
    const copied = await inSheet(`
      getSelection().setBaseAndExtent(cell('R1C1').firstChild, 0, cell('R300C2').firstChild, 2);
      return harness.copied();`);
    const { text, html } = copied as { text: string; html: string };
    const lines = text.split('\n');
    expect(lines.length).toBe(300);
    expect(lines[1]?.split('\t')).toEqual([
      'Row 2',
      '69.1',
      '76.2',
      ...Array.from({ length: 9 }, (_, n) => `${62 + 7 * (n + 3)}.${(n + 3) % 10}`),
    ]);
    expect(lines[0]?.split('\t')[0]).toBe('');
    expect(html.match(/<table/g)?.length).toBe(1);
    expect(html.match(/<tr/g)?.length).toBe(300);
  });

  soakTest('marked cells stay marked while they are written, and when their page is drawn anew', async () => {
    const marked = await inSheet(`
      const press = (key) => host.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey: true }));
      const names = () => [...live.root.querySelectorAll('[data-r]')].map((one) => one.dataset.cell).join();
      cell('R2C2').dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, composed: true }));
      press('ArrowDown'); press('ArrowRight');
      const first = names();
      live.apply([[0, 'c', numberOf(2, 2), '<b>new</b>']]);
      const written = names();
      live.apply([[0, 'p', live.toWire()]]);
      const drawn = names();
      live.showPage(1);
      return [first, written, drawn, names()];`);
    expect(marked).toEqual([...Array.from({ length: 3 }, () => 'R2C2,R2C3,R3C2,R3C3'), '']);
  });

  soakTest('within one cell is left to the browser', async () => {
    const copied = await inSheet(`
      const text = cell('R1C1').firstChild; getSelection().setBaseAndExtent(text, 0, text, 2);
      return harness.copied().isOurs;`);
    expect(copied).toBe(false);
  });
});

soakTest('print shows every row with its head, on as many sheets as it takes', async () => {
  await visit.page.emulateMedia({ media: 'print' });
  const printed = await inSheet(`
    await harness.frames(2);
    const rows = [...live.root.querySelectorAll('tr')].filter((row) => row.getBoundingClientRect().height > 10);
    return [rows.length, getComputedStyle(live.root.querySelector('thead')).display, host.scrollHeight === host.clientHeight];`);
  expect(printed).toEqual([401, 'table-header-group', true]);
  const pdf = (await visit.page.pdf({ format: 'A4', landscape: true, scale: 0.5 })).toString('latin1');
  expect(pdf.match(/\/Type \/Page\b(?!s)/g)?.length).toBeGreaterThan(5);
});

test('the whole table is in the accessibility tree after the switch', async () => {
  await inSheet('globalThis.live = live; await harness.frames(3);', { rows: 600 });
  const before = await countRows();
  await visit.page.evaluate(`live.root.querySelector('.whole').click()`);
  await expect.poll(() => visit.page.evaluate(`live.root.host.hasAttribute('data-whole')`)).toBe(true);
  expect(before).toBeLessThan(601);
  await expect.poll(countRows).toBe(601);
});

soakTest('a small report is whole in the accessibility tree from the start', async () => {
  await inSheet('await harness.frames(3);', { rows: 150 });
  await expect.poll(countRows).toBe(151);
});

soakTest('the switch is the first control, seen on focus, and not there for a small report', async () => {
  const seen = await inSheet(`
    const button = live.root.querySelector('button'); const hiddenHeight = button.offsetHeight; button.focus();
    live.clear(); live.show(harness.report({ html: harness.sheet(10, 5), styles: [] }), 0);
    return [button.textContent, hiddenHeight < 2, live.root.querySelector('button').hidden];`);
  expect(seen).toEqual(['Whole table for screen readers', true, true]);
});

const hostile = `<p onclick="fired()">text</p><img src="x" onerror="fired()"><a href="javascript:fired()">a</a><iframe srcdoc="<script>parent.fired()</script>"></iframe><script>fired()</script><style>*{display:none}</style><svg><a xlink:href="javascript:fired()"><text>t</text></a><foreignObject><input autofocus onfocus="fired()"></foreignObject></svg><form action="https://x.test"><input name="q"></form>`;

describe.each(oneOf(2, ['setHTML', 'DOMPurify']))('inserted by %s', (way) => {
  const prepare = way === 'DOMPurify' ? 'await harness.insertByLibrary();' : '';
  test('the document is the page', async () => {
    const fault = await visit.page.evaluate(`(async () => { ${prepare} return harness.randomVersions(40, 77); })()`);
    expect(fault).toEqual({ compared: 40, fault: undefined });
  });

  test('texts in attributes stay as they are, with colons and with blanks at their ends', async () => {
    const html = `<div data-drawing="d1" data-rows="1" style="left:0px"><svg role="img" aria-label="Pie chart: Sales."><path d="M0 0"></path></svg><details data-table="\\tSales\\nJan\\t1"><summary aria-label="Open: as table "></summary></details></div>`;
    const kept = await visit.page.evaluate(`(async () => {
      ${prepare}
      const { live } = await harness.shown({ html: '<table><tbody><tr><td data-cell="A1">1</td></tr></tbody></table>', styles: [] });
      live.apply([[0, 'c', 0, '${html}<time datetime="12:30" title=" at: noon">x</time>']]);
      const read = (at, name) => live.root.querySelector(at).getAttribute(name);
      return [read('svg', 'aria-label'), read('details', 'data-table'), read('summary', 'aria-label'), read('time', 'datetime'), read('time', 'title')];
    })()`);
    expect(kept).toEqual(['Pie chart: Sales.', '\tSales\nJan\t1', 'Open: as table ', '12:30', ' at: noon']);
  });

  test('nothing that runs gets in, from a page, a cell or a style', async () => {
    const left = await visit.page.evaluate(`(async () => {
      ${prepare} globalThis.fired = () => { globalThis.ran = true; };
      const { live } = await harness.shown({ html: ${JSON.stringify(`${hostile}<table><tbody><tr><td>1</td></tr></tbody></table>`)}, styles: ['color:red} * {position:fixed'] });
      live.apply([[0, 'c', 0, ${JSON.stringify(hostile)}]]);
      for (const link of live.root.querySelectorAll('a')) link.click();
      await harness.frames(3);
      return { ran: globalThis.ran === true, bad: live.root.querySelectorAll('script, iframe, form, style, foreignObject, [onerror], [onclick], [onfocus], a[href^="javascript"], [name]').length, rules: live.root.adoptedStyleSheets[1].cssRules.length };
    })()`);
    expect(left).toEqual({ ran: false, bad: 0, rules: 1 });
  });
});

test('links within the page are followed, others go to the viewer', async () => {
  const followed = await inSheet(
    `live.apply([[0, 'c', numberOf(1, 3), '<a href="#R300C1">down</a>'], [0, 'c', numberOf(2, 3), '<a href="/ACME/RATES/DAILY">away</a>']]);
     const [down, away] = live.root.querySelectorAll('a'); down.click(); await harness.frames(2);
     const scrolled = host.scrollTop; away.click();
     return [scrolled > 6000, globalThis.asked];`,
    { options: '{ onLink: (href, event) => { event.preventDefault(); globalThis.asked = href; } }' },
  );
  expect(followed).toEqual([true, '/ACME/RATES/DAILY']);
});

soakTest('a large page that never changes is drawn in parts, between which the browser has its turn', async () => {
  const drawn = await visit.page.evaluate(`(async () => {
    const body = { html: harness.sheet(3000, 12), styles: [] };
    const whole = (await harness.shown(body)).live;
    let turns = 0;
    let done = false;
    const turn = () => { turns++; if (!done) setTimeout(turn); };
    setTimeout(turn);
    const shares = [];
    const { live, host } = await harness.shown(body, {
      inParts: { drawing: harness.cutDrawing(body, 5000), onPart: (part, share) => { shares.push(share); done = share === 1; } },
    });
    const early = host.scrollHeight === whole.root.host.scrollHeight;
    while (!done) await harness.frames(1);
    await harness.frames(2);
    return [early, shares.length > 4, turns > 2, harness.visible(live) === harness.visible(whole), live.toWire() === body.html];
  })()`);
  expect(drawn).toEqual([true, true, true, true, true]);
});

soakTest('a part that is wanted before its turn is drawn at once', async () => {
  const found = await visit.page.evaluate(`(async () => {
    const body = { html: harness.sheet(1000, 12), styles: [] };
    const live = harness.createDocument(harness.box(), { inParts: { drawing: harness.cutDrawing(body, 1000), onPart: () => undefined } });
    await live.ready;
    live.show(harness.report(body), 0);
    const place = () => live.root.querySelector('[data-cell="R500C3"]') !== null;
    const before = place();
    live.drawUntil(place);
    return [before, place(), live.root.querySelector('[data-cell="R999C3"]') !== null];
  })()`);
  expect(found).toEqual([false, true, false]);
});

soakTest('a large page without widths is measured once', async () => {
  const tracks = await visit.page.evaluate(`(async () => {
    const html = harness.sheet(300, 10).replace(/<colgroup>.*?<\\/colgroup>/, '');
    const { live } = await harness.shown({ html, styles: [] });
    const table = live.root.querySelector('table');
    return [table.className, /--cols:(\\d+px ?){10};/.test(table.getAttribute('style')), live.toWire() === html];
  })()`);
  expect(tracks).toEqual(['t', true, true]);
});

soakTest('a large page without widths that is drawn while hidden is measured when it is shown', async () => {
  const tracks = await visit.page.evaluate(`(async () => {
    const html = harness.sheet(300, 10).replace(/<colgroup>.*?<\\/colgroup>/, '');
    const { live, host } = await harness.shown({ html, styles: [] }, {}, 'display:none');
    const table = live.root.querySelector('table');
    const hidden = table.className;
    host.style.display = 'block';
    await harness.frames(3);
    return [hidden, table.className, /--cols:([1-9]\\d*px ?){10};/.test(table.getAttribute('style'))];
  })()`);
  expect(tracks).toEqual(['t native unmeasured', 't', true]);
});

test('the report that came with the shell is taken over, and brought up to date cell by cell', async () => {
  await visit.page.goto(`${visit.harness.url}shell`);
  const taken = await visit.page.evaluate(`(async () => {
    const host = document.getElementById('report');
    const cell = host.shadowRoot.querySelector('[data-cell="A2"]');
    const before = [getComputedStyle(cell).color, getComputedStyle(cell).alignContent, getComputedStyle(cell).display];
    const live = harness.createDocument(host); await live.ready;
    const page = ${JSON.stringify(shellPage)};
    live.show(harness.report({ ...page, html: page.html.replace('1,008', '1,009') }), 0);
    const same = host.shadowRoot.querySelector('[data-cell="A2"]') === cell;
    live.apply([[0, 'c', 2, 'Bonds']]);
    return { before, same, text: cell.textContent, newer: host.shadowRoot.querySelector('[data-cell=B2]').textContent, styles: host.shadowRoot.querySelectorAll('style').length, color: getComputedStyle(cell).color };
  })()`);
  expect(taken).toEqual({
    before: ['rgb(1, 2, 3)', 'center', 'block'],
    same: true,
    text: 'Bonds',
    newer: '1,009',
    styles: 0,
    color: 'rgb(1, 2, 3)',
  });
});

/** Paint events of the page while statements run and two frames pass. */
async function paints(statements: string): Promise<number> {
  const session = await visit.context.newCDPSession(visit.page);
  const names: string[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value) names.push(String(event.name));
  });
  await session.send('Tracing.start', { transferMode: 'ReportEvents', categories: 'devtools.timeline' });
  await visit.page.evaluate(
    `(async () => { await harness.frames(2); performance.mark('from'); ${statements}; await harness.frames(3); })()`,
  );
  const ended = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await ended;
  await session.detach();
  return names.filter((name) => name === 'Paint').length;
}

async function countRows(): Promise<number> {
  const session = await visit.context.newCDPSession(visit.page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes.filter((node) => node.role?.value === 'row').length;
}
