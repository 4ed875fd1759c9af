import { expect, test } from 'vitest';
import { isSoak, oneOf } from '../support/soak.ts';
import { soakTest } from '../support/soak-test.ts';
import { visitEachTest } from './visit.ts';

const visit = visitEachTest();

/** Runs statements in the page: all cells of `live`, a long sheet, get a new text, and those out of view wait. */
function whileWaiting(statements: string) {
  return visit.page.evaluate(`(async () => {
    const clock = new harness.TestClock();
    let caughtUp = 0;
    const { host, live } = await harness.shown({ html: harness.sheet(400, 12), styles: ['color:red'] }, { clock, onCaughtUp: () => caughtUp++ });
    harness.letWait(live);
    const cell = (name) => live.root.querySelector('[data-cell="' + name + '"]').textContent;
    const at = (row, column) => (row + 1) * 12 + column;
    const all = (text) => Array.from({ length: 400 }, (_, row) => [0, 'c', at(row, 3), text + row]);
    const more = (text) => Array.from({ length: 400 }, (_, row) => [0, 'c', at(row, 4), text + row]);
    const is = live.apply([...all('a'), ...more('b')]);
    if (!is || cell('R3C3') !== 'a3' || cell('R300C3') === 'a300') throw new Error('Nothing waits');
    const isWhole = () => live.page.querySelector('[data-cell="R300C3"]').textContent === 'a300' && cell('R399C4') === 'b399' && live.toWire() === live.body(0).html;
    ${statements}
  })()`);
}

const versions = isSoak ? 200 : 60;
/** A version waits for frames of the browser, and they are rare on a busy machine. */
const LONG = versions * 2000;
const seeds = Array.from({ length: 20 }, (_, n) => n + 1);

test.each(oneOf(seeds.length, seeds))(
  `of ${versions} random versions what is in view is always of now, and all of it before it is read, seed %i`,
  async (seed) => {
    const { waited, fault } = await visit.page.evaluate<{ waited: number; fault: string | undefined }>(
      `harness.waitingVersions(${versions}, ${seed})`,
    );
    expect(fault).toBe(undefined);
    expect(waited).toBeGreaterThan(0);
  },
  LONG,
);

test('once the hand rests every cell is written, a turn at a time, and that is told', async () => {
  expect(
    await whileWaiting(`await clock.advance(249); const before = cell('R300C3') === 'a300'; await clock.advance(1000);
      return [before, isWhole(), caughtUp];`),
  ).toEqual([false, true, 1]);
});

soakTest('each further delta puts the rest off, and a cell is written once, with its last text', async () => {
  expect(
    await whileWaiting(`await clock.advance(200); live.apply([[0, 'c', at(300, 3), 'z']]); await clock.advance(200);
      const waits = cell('R300C3') !== 'z' && cell('R300C3') !== 'a300';
      await clock.advance(1000); return [waits, cell('R300C3'), live.toWire() === live.body(0).html];`),
  ).toEqual([true, 'z', true]);
});

soakTest('while the next position is on its way, the rest waits', async () => {
  expect(
    await whileWaiting(`live.letWait(undefined); let isMoving = true; harness.letWait(live, { isMoving: () => isMoving });
      live.apply([...all('c'), ...more('d')]); await clock.advance(1400); const waits = cell('R300C3') !== 'c300';
      isMoving = false; await clock.advance(1000); return [waits, cell('R300C3'), cell('R399C4')];`),
  ).toEqual([true, 'c300', 'd399']);
});

test('what scrolls into view is written before it is seen', async () => {
  expect(
    await whileWaiting(`host.scrollTop = 300 * 24; await harness.frames(2);
      return [cell('R300C3'), cell('R150C3') === 'a150'];`),
  ).toEqual(['a300', false]);
});

soakTest('rows that come and go above carry along what waits, and rows that go take it with them', async () => {
  expect(
    await whileWaiting(`const row = live.body(0).html.match(/<tr[^]*?<\\/tr>/g)[9].replaceAll('data-cell="', 'data-cell="N');
      const isFit = live.apply([[0, 'r', 6, 0, row + row], [0, 'r', 300, 2, ''], [0, 'c', at(2, 5), 'x']]);
      const waits = cell('R350C3') !== 'a350';
      return [isFit, waits, live.toWire() === live.body(0).html, cell('R350C3'), cell('R2C5')];`),
  ).toEqual([true, true, true, 'a350', 'x']);
});

soakTest('rows that come and go again in one delta are never drawn, and nothing is left of their cells', async () => {
  expect(
    await whileWaiting(`const row = live.body(0).html.match(/<tr[^]*?<\\/tr>/g)[9].replaceAll('data-cell="', 'data-cell="N');
      let drawn = 0;
      const observer = new MutationObserver((all) => { drawn += all.filter(({ target }) => target.localName === 'tbody').length; });
      observer.observe(live.page, { childList: true, subtree: true });
      const isFit = live.apply([[0, 'r', 300, 0, row + row], [0, 'c', at(299, 3), 'gone'], [0, 'c', at(352, 3), 'stays'], [0, 'r', 300, 2, '']]);
      await clock.advance(1000);
      return [isFit, drawn, cell('R299C3'), cell('R350C3'), live.toWire() === live.body(0).html];`),
  ).toEqual([true, 0, 'a299', 'stays', true]);
});

soakTest('of so much at once nothing is told, by tint or in words; of the next few cells all is', async () => {
  expect(
    await whileWaiting(`const tinted = () => live.root.querySelectorAll('[data-t]').length;
      const told = () => live.root.querySelector('.told').textContent;
      await harness.frames(2);
      const tints = tinted(); await clock.advance(6000); const words = told();
      live.apply([[0, 'c', at(2, 3), 'z']]); const fresh = tinted(); await clock.advance(6000);
      return [tints, words, fresh, told()];`),
  ).toEqual([0, '', 1, 'Last changed: R2C3 is z']);
});

const deedsOfReaders: [string, string][] = [
  ['a press on the report', `host.dispatchEvent(new PointerEvent('pointerdown'))`],
  ['a key on the report', `host.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown' }))`],
  ['the search of the browser', `dispatchEvent(new KeyboardEvent('keydown', { key: 'f', ctrlKey: true }))`],
  ['a copy', `document.dispatchEvent(new ClipboardEvent('copy'))`],
  ['a copy of the whole page', `await live.copied()`],
  ['a copy of some cells', `await live.copied([...live.root.querySelectorAll('[data-cell="R2C3"]')])`],
  ['printing', `dispatchEvent(new Event('beforeprint'))`],
  ['the end of the past', `live.letWait(undefined)`],
];

test.each(oneOf(4, deedsOfReaders))('%s finds the report whole', async (_, deed) => {
  expect(await whileWaiting(`${deed}; return isWhole();`)).toBe(true);
});

soakTest('with the whole table for screen readers nothing waits', async () => {
  expect(
    await whileWaiting(`live.letWait(undefined); harness.letWait(live); host.setAttribute('data-whole', '');
      live.apply([...all('c'), ...more('d')]); return [cell('R300C3'), cell('R399C4')];`),
  ).toEqual(['c300', 'd399']);
});

soakTest('a few cells are written as they come, and so are all when nobody moves through the past', async () => {
  expect(
    await whileWaiting(`live.letWait(undefined); harness.letWait(live);
      live.apply(all('c')); const few = cell('R300C3');
      harness.letWait(live, { mayWait: () => false }); live.apply([...all('e'), ...more('f')]);
      return [few, cell('R300C3')];`),
  ).toEqual(['c300', 'e300']);
});

test('a control is there as soon as its delta is', async () => {
  expect(
    await whileWaiting(`live.apply([[0, 'c', at(300, 3), '<input data-control="A" type="text">']]);
      const isThere = live.page.querySelector('[data-control="A"]') !== null;
      await clock.advance(1000); return [isThere, live.toWire() === live.body(0).html];`),
  ).toEqual([true, true]);
});

soakTest('a control has the style that its cell waited for', async () => {
  expect(
    await whileWaiting(`live.apply([[0, 'c', at(300, 3), 'x', 0]]); live.apply([[0, 'c', at(300, 3), '<b>x</b>']]);
      const [styled] = live.page.querySelectorAll('[data-cell="R300C3"]');
      return [styled.getAttribute('data-s'), live.toWire() === live.body(0).html];`),
  ).toEqual(['0', true]);
});

soakTest('a page that is drawn anew has nothing left to wait for', async () => {
  expect(
    await whileWaiting(`live.apply([...all('c'), [0, 'p', harness.sheet(300, 12)], [0, 'c', at(2, 3), 'y']]);
      const html = live.body(0).html; await clock.advance(1000); return [cell('R2C3'), live.toWire() === html];`),
  ).toEqual(['y', true]);
});

soakTest('an answer without steps puts nothing off', async () => {
  expect(
    await whileWaiting(`await clock.advance(200); live.apply([]); await clock.advance(50);
      return [cell('R300C3'), cell('R399C4'), caughtUp];`),
  ).toEqual(['a300', 'b399', 1]);
});

test('however it moves, no cell is older than ten seconds', async () => {
  expect(
    await whileWaiting(`live.letWait(undefined); harness.letWait(live, { isMoving: () => true });
      const ages = [];
      for (let n = 0; n < 250; n++) {
        live.apply(n % 3 ? [...all(n + '.'), ...more(n + '.')] : []);
        if (n === 0) live.apply([...all('0.'), ...more('0.')]);
        await clock.advance(100);
        const shown = Math.min(...['R300C3', 'R399C4', 'R200C3'].map((name) => Number.parseInt(cell(name)) || 0));
        ages.push(n - shown);
      }
      return [Math.max(...ages.slice(100)) <= 100, Math.max(...ages) > 90];`),
  ).toEqual([true, true]);
});

/** Opens a sheet in which row 200 has something to focus, lets the focus there and then cells wait. */
const withFocus = (html: string, deed: string) => `
    const content = '${html}';
    live.apply([[0, 'c', at(200, 5), content]]);
    const rows = () => live.body(0).html.match(/<tr[^]*?<\\/tr>/g);
    const focused = live.page.querySelector('a, button, input');
    host.tabIndex = 0;
    focused.focus({ preventScroll: true });
    const hadFocus = live.root.activeElement === focused;
    live.apply([...all('e'), ...more('f')]);
    const waited = cell('R300C3') !== 'e300';
    const isFit = ${deed};
    const html = live.body(0).html;
    const isWholeNow = live.toWire() === html;
    await clock.advance(2000);
    return [hadFocus, waited, isFit, isWholeNow, live.toWire() === html, cell('R300C3'), cell('R301C4')];`;

const focusable = {
  link: '<a href="https://example.com/">to</a>',
  button: '<button data-control="B" type="button">Go</button>',
  control: '<input data-control="A" type="checkbox">',
};
const deeds = {
  'the row of it goes': `live.apply([[0, 'r', 201, 1, '']])`,
  'rows around it go': `live.apply([[0, 'r', 199, 4, '']])`,
  'a row above and its row go': `live.apply([[0, 'r', 6, 2, ''], [0, 'r', 199, 1, '']])`,
  'its row is rewritten': `live.apply([[0, 'r', 201, 1, rows()[201].replace('>to<', '>on<').replace('>Go<', '>On<').replace('"checkbox"', '"checkbox" title="T"').replace('e200', 'new')]])`,
  'its cell loses it': `live.apply([[0, 'c', at(200, 5), '7'], [0, 'r', 6, 1, '']])`,
};

const focusAndDeed = [
  ...Object.keys(deeds).map((deed) => ['link', deed] as const),
  ...['button', 'control'].map((what) => [what, 'the row of it goes'] as const),
];

test.each(oneOf(5, focusAndDeed))(
  'with the focus on a %s, no cell that waits is written into another row when %s',
  async (what, deed) => {
    const html = new Map(Object.entries(focusable)).get(what) ?? '';
    const apply = new Map(Object.entries(deeds)).get(deed) ?? '';
    expect(await whileWaiting(withFocus(html, apply))).toEqual([true, true, true, true, true, 'e300', 'f301']);
  },
);

soakTest('a copy that waits for its code, and one of some cells, is of one moment', async () => {
  expect(
    await whileWaiting(`const some = [...live.root.querySelectorAll('[data-cell="R2C3"], [data-cell="R300C3"]')];
      const copies = [live.copied(), live.copied(some)];
      live.apply([...all('c'), ...more('d')]);
      const texts = (await Promise.all(copies)).map(({ text }) => text);
      return texts.map((text) => [text.includes('c2'), text.includes('c300'), text.includes('a300')]);`),
  ).toEqual([
    [true, true, false],
    [true, true, false],
  ]);
});

soakTest('a cell that holds more than a text now does not keep it over cells of now', async () => {
  expect(
    await whileWaiting(`live.apply([[0, 'c', at(300, 3), '<b>old</b>'], [0, 'c', at(301, 3), '<b>older</b>'], [0, 'c', at(301, 3), 'same delta']]);
      live.apply([[0, 'c', at(300, 3), 'new']]);
      return [cell('R300C3'), cell('R301C3'), cell('R302C3') === 'a302', live.toWire() === live.body(0).html];`),
  ).toEqual(['new', 'same delta', false, true]);
});

soakTest('rows that hold more than texts come before a text of theirs does', async () => {
  expect(
    await whileWaiting(`const row = live.body(0).html.match(/<tr[^]*?<\\/tr>/g)[9].replaceAll('data-cell="', 'data-cell="N').replace('a8', '<b>old</b>');
      const isFit = live.apply([[0, 'r', 301, 0, row], [0, 'c', at(300, 3), 'new']]);
      const shown = cell('NR8C3');
      return [isFit, shown, live.toWire() === live.body(0).html];`),
  ).toEqual([true, 'new', true]);
});

soakTest('what was found out about texts goes with their rows, and with what is written as it comes', async () => {
  expect(
    await whileWaiting(`const row = live.body(0).html.match(/<tr[^]*?<\\/tr>/g)[9].replaceAll('data-cell="', 'data-cell="N').replace('a8', '<b>old</b>');
      live.apply([[0, 'r', 301, 0, row]]);
      live.apply([[0, 'c', at(300, 3), 'new'], [0, 'c', at(301, 3), 'waits']]);
      const [come, moved] = [cell('NR8C3'), cell('R300C3')];
      live.apply([[0, 'r', 301, 1, '']]);
      host.dispatchEvent(new PointerEvent('pointerdown'));
      live.apply([[0, 'c', at(300, 3), '<b>old</b>']]);
      live.apply([...all('e'), ...more('f')]);
      return [come, moved === 'waits', cell('R300C3'), cell('R301C3') === 'e301', live.toWire() === live.body(0).html];`),
  ).toEqual(['new', false, 'e300', false, true]);
});

/** Shows a page where cells wait, all of it but what the statements do. */
function onPage(html: string, statements: string) {
  return visit.page.evaluate(`(async () => {
    const clock = new harness.TestClock();
    const { host, live } = await harness.shown({ html: ${html}, styles: ['color:red', 'color:blue'] }, { clock });
    const of = (name) => live.root.querySelector('[data-cell="' + name + '"], [data-t="' + name + '"]');
    const lines = (count, line) => Array.from({ length: count }, (_, n) => line(n)).join('');
    ${statements}
  })()`);
}

soakTest('the text of a cell over many rows of a small table is of now while any of them is in view', async () => {
  const table = `'<table><tbody>' + Array.from({ length: 60 }, (_, n) => '<tr>' + (n === 0 ? '<th rowspan="60">Group</th>' : '') + '<td>' + n + '</td><td>' + n + '</td></tr>').join('') + '</tbody></table>'`;
  expect(
    await onPage(
      `(${table}).repeat(6)`,
      `host.removeAttribute('data-whole'); harness.letWait(live, { atOnce: 0 });
      const [group] = live.page.querySelectorAll('th');
      host.scrollTop += group.getBoundingClientRect().bottom - host.getBoundingClientRect().bottom + 100;
      await harness.frames(2);
      const isRowOut = group.parentElement.getBoundingClientRect().bottom < host.getBoundingClientRect().top - 130;
      const isIn = group.getBoundingClientRect().bottom > host.getBoundingClientRect().top;
      live.apply([[0, 'c', 0, 'New'], [0, 'c', 700, 'far']]);
      return [isRowOut, isIn, group.textContent, live.page.textContent.includes('far')];`,
    ),
  ).toEqual([true, true, 'New', false]);
});

soakTest('the parts of a cell over many rows have the look of now where its own row is out of view', async () => {
  expect(
    await onPage(
      `harness.sheet(400, 12).replace('<th data-cell="R20C0">', '<th data-cell="R20C0" data-s="0" rowspan="300">').replaceAll(/<th data-cell="R(?:2[1-9]|[3-9][0-9]|[12][0-9][0-9]|30[0-9]|31[0-9])C0">Row [0-9]+<\\/th>/g, '')`,
      `harness.letWait(live, { atOnce: 0 });
      host.scrollTop = 250 * 24; await harness.frames(2);
      const parts = () => [...live.page.querySelectorAll('[data-fill="r"]')].map((part) => part.getAttribute('data-s'));
      const before = new Set(parts());
      const number = (of('R20C0').closest('tr').rowIndex) * 12;
      const isFit = live.apply([[0, 'c', number, 'Now', 1]]);
      return [before.has('0'), isFit, [...new Set(parts())], live.toWire() === live.body(0).html];`,
    ),
  ).toEqual([true, true, ['1'], true]);
});

const uncovering: [string, string][] = [
  ['a report that grows', `host.style.height = '2000px'`],
  [
    'rows above that are folded',
    `for (const block of [...live.page.querySelectorAll('tbody')].slice(0, 3)) block.hidden = true`,
  ],
];

test.each(oneOf(2, uncovering))('%s shows no cell that waited', async (_, deed) => {
  expect(
    await whileWaiting(`const inView = () => [...live.page.querySelectorAll('td[data-cell$="C3"]')].filter((one) => { const [box, frame] = [one.getBoundingClientRect(), host.getBoundingClientRect()]; return box.height > 0 && box.bottom > frame.top && box.top < frame.bottom; });
      const isOld = (one) => !one.textContent.startsWith('a');
      const before = inView().length; ${deed}; const old = inView().filter(isOld).length;
      await harness.frames(2);
      return [old > 0, inView().filter(isOld).length, cell('R399C4') === 'b399'];`),
  ).toEqual([true, 0, false]);
});

const refusing = `live.letWait(undefined); let refusals = 0;
      live.letWait((page) => new harness.CellsOutOfView({ ...page, write: (ops, of) => (refusals > 0 ? refusals-- < 0 : page.write(ops, of)) }, { mayWait: () => true }));
      live.apply([...all('c'), ...more('d')]);`;

test('after a delta that did not fit, nothing that waited is written before the pages come', async () => {
  expect(
    await whileWaiting(`${refusing} refusals = 1;
      const shown = cell('R300C3');
      const isFit = live.apply([[0, 'r', 200, 2, '']]);
      host.scrollTop = 300 * 24; await harness.frames(2); await clock.advance(3000);
      const isLeft = cell('R300C3') === shown;
      live.show({ key: 'DEMO/DESK/DAILY', label: 'DESK/DAILY', pages: live.pages() }, 0);
      return [isFit, isLeft, cell('R300C3'), live.toWire() === live.body(0).html];`),
  ).toEqual([false, true, 'c300', true]);
});

soakTest('cells that waited and do not fit any more make the page be drawn anew of its texts', async () => {
  expect(
    await whileWaiting(`${refusing} refusals = 1; await clock.advance(250);
      return [cell('R300C3'), cell('R399C4'), live.toWire() === live.body(0).html];`),
  ).toEqual(['c300', 'd399', true]);
});

soakTest('the last row of a cell over 51 rows, in a block of its own, is of now while it is in view', async () => {
  expect(
    await visit.page.evaluate(`(async () => {
      const merged = (row) => row % 51 === 0 ? '<td rowspan="51">m</td>' : '';
      const texts = (row) => Array.from({ length: 11 }, (_, n) => '<td data-cell="R' + row + 'C' + n + '">' + row + '</td>').join('');
      const rows = Array.from({ length: 408 }, (_, row) => '<tr>' + merged(row) + texts(row) + '</tr>').join('');
      const { host, live } = await harness.shown({ html: '<table><tbody>' + rows + '</tbody></table>', styles: [] }, { clock: new harness.TestClock() });
      host.scrollTop = 600;
      await new Promise(requestAnimationFrame);
      harness.letWait(live);
      const at = (row, column) => row * 11 + Math.floor(row / 51) + 1 + column;
      live.apply(Array.from({ length: 816 }, (_, n) => [0, 'c', at(n >> 1, 3 + (n & 1)), 'now']));
      return ['R50C3', 'R49C3', 'R51C4', 'R300C3'].map((name) => live.root.querySelector('[data-cell="' + name + '"]').textContent);
    })()`),
  ).toEqual(['now', 'now', 'now', '300']);
});
