import { expect, test } from 'vitest';
import { visitEachTest } from './visit.ts';

const visit = visitEachTest();

/** A box that has the focus, drawn with one title and published with another; `ours` is the reason that the page gave. */
function titleAfter({ first = '', ours = '', last = '' }): Promise<unknown> {
  const cell = (title: string) => `<input type="checkbox" data-control="Box"${title && ` title="${title}"`}>`;
  return visit.page.evaluate(`(async () => {
    const table = (cell) => '<table><tbody><tr><td>' + cell + '</td></tr></tbody></table>';
    const { live } = await harness.shown({ html: table(${JSON.stringify(cell(first))}), styles: [] });
    const box = live.root.querySelector('input');
    if (${JSON.stringify(ours)}) { box.title = ${JSON.stringify(ours)}; box.dataset.why = ''; }
    box.focus();
    live.apply([[0, 'c', 0, ${JSON.stringify(cell(last))}]]);
    return [box.isConnected, box.title, box.dataset.why, / title="([^"]*)"/.exec(live.toWire())?.[1] ?? ''];
  })()`);
}

test('a title that its publisher takes away goes from the control that has the focus', async () => {
  expect(await titleAfter({ first: 'Tick to confirm' })).toEqual([true, '', undefined, '']);
});

test('a title that its publisher gives takes the place of the reason why the control is closed', async () => {
  expect(await titleAfter({ ours: 'You may not interact', last: 'Tick to confirm' })).toEqual([
    ...[true, 'Tick to confirm', undefined, 'Tick to confirm'],
  ]);
});

test('the reason why a control is closed stays over a newer form without a title', async () => {
  expect(await titleAfter({ ours: 'You may not interact' })).toEqual([true, 'You may not interact', '', '']);
});
