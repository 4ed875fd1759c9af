import { expect, test } from 'vitest';
import { oneOf } from '../support/soak.ts';
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

const seeds = Array.from({ length: 20 }, (_, n) => n + 1);

test.each(oneOf(seeds.length, seeds))(
  'of 200 random versions what is in view is always of now, and all of it before it is read, seed %i',
  async (seed) => {
    const { waited, fault } = await visit.page.evaluate<{ waited: number; fault: string | undefined }>(
      `harness.waitingVersions(200, ${seed})`,
    );
    expect(fault).toBe(undefined);
    expect(waited).toBeGreaterThan(0);
  },
);

test('once the hand rests every cell is written, a turn at a time, and that is told', async () => {
  expect(
    await whileWaiting(`await clock.advance(249); const before = cell('R300C3') === 'a300'; await clock.advance(1000);
      return [before, isWhole(), caughtUp];`),
  ).toEqual([false, true, 1]);
});

test('each further delta puts the rest off, and a cell is written once, with its last text', async () => {
  expect(
    await whileWaiting(`await clock.advance(200); live.apply([[0, 'c', at(300, 3), 'z']]); await clock.advance(200);
      const waits = cell('R300C3') !== 'z' && cell('R300C3') !== 'a300';
      await clock.advance(1000); return [waits, cell('R300C3'), live.toWire() === live.body(0).html];`),
  ).toEqual([true, 'z', true]);
});

test('while the next position is on its way, however slowly, the rest waits', async () => {
  expect(
    await whileWaiting(`live.letWait(undefined); let isMoving = true; harness.letWait(live, { isMoving: () => isMoving });
      live.apply([...all('c'), ...more('d')]); await clock.advance(2000); const waits = cell('R300C3') !== 'c300';
      isMoving = false; await clock.advance(1000); return [waits, cell('R300C3'), cell('R399C4')];`),
  ).toEqual([true, 'c300', 'd399']);
});

test('what scrolls into view is written before it is seen', async () => {
  expect(
    await whileWaiting(`host.scrollTop = 300 * 24; await harness.frames(2);
      return [cell('R300C3'), cell('R150C3') === 'a150'];`),
  ).toEqual(['a300', false]);
});

test('rows that come and go above carry along what waits, and rows that go take it with them', async () => {
  expect(
    await whileWaiting(`const row = live.body(0).html.match(/<tr[^]*?<\\/tr>/g)[9].replaceAll('data-cell="', 'data-cell="N');
      const isFit = live.apply([[0, 'r', 6, 0, row + row], [0, 'r', 300, 2, ''], [0, 'c', at(2, 5), 'x']]);
      const waits = cell('R350C3') !== 'a350';
      return [isFit, waits, live.toWire() === live.body(0).html, cell('R350C3'), cell('R2C5')];`),
  ).toEqual([true, true, true, 'a350', 'x']);
});

test('rows that come and go again in one delta are never drawn, and nothing is left of their cells', async () => {
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

test('of so much at once nothing is told, by tint or in words; of the next few cells all is', async () => {
  expect(
    await whileWaiting(`const tinted = () => live.root.querySelectorAll('[data-t]').length;
      const told = () => live.root.querySelector('.told').textContent;
      await harness.frames(2);
      const tints = tinted(); await clock.advance(6000); const words = told();
      live.apply([[0, 'c', at(2, 3), 'z']]); const fresh = tinted(); await clock.advance(6000);
      return [tints, words, fresh, told()];`),
  ).toEqual([0, '', 1, 'Last changed: R2C3 is z']);
});

test.each([
  ['a press on the report', `host.dispatchEvent(new PointerEvent('pointerdown'))`],
  ['a key on the report', `host.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown' }))`],
  ['the search of the browser', `dispatchEvent(new KeyboardEvent('keydown', { key: 'f', ctrlKey: true }))`],
  ['a copy', `document.dispatchEvent(new ClipboardEvent('copy'))`],
  ['a copy of the whole page', `await live.copied()`],
  ['printing', `dispatchEvent(new Event('beforeprint'))`],
  ['the end of the past', `live.letWait(undefined)`],
])('%s finds the report whole', async (_, deed) => {
  expect(await whileWaiting(`${deed}; return isWhole();`)).toBe(true);
});

test('with the whole table for screen readers nothing waits', async () => {
  expect(
    await whileWaiting(`live.letWait(undefined); harness.letWait(live); host.setAttribute('data-whole', '');
      live.apply([...all('c'), ...more('d')]); return [cell('R300C3'), cell('R399C4')];`),
  ).toEqual(['c300', 'd399']);
});

test('a few cells are written as they come, and so are all when nobody moves through the past', async () => {
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

test('a control has the style that its cell waited for', async () => {
  expect(
    await whileWaiting(`live.apply([[0, 'c', at(300, 3), 'x', 0]]); live.apply([[0, 'c', at(300, 3), '<b>x</b>']]);
      const [styled] = live.page.querySelectorAll('[data-cell="R300C3"]');
      return [styled.getAttribute('data-s'), live.toWire() === live.body(0).html];`),
  ).toEqual(['0', true]);
});

test('a page that is drawn anew has nothing left to wait for', async () => {
  expect(
    await whileWaiting(`live.apply([...all('c'), [0, 'p', harness.sheet(300, 12)], [0, 'c', at(2, 3), 'y']]);
      const html = live.body(0).html; await clock.advance(1000); return [cell('R2C3'), live.toWire() === html];`),
  ).toEqual(['y', true]);
});
