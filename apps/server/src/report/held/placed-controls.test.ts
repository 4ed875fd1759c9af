import { controlMarks } from '@sheetwire/page/model/control-marks';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanPage } from '#report/clean/clean-page.ts';
import type { Control } from '#report/clean/controls.ts';
import { PageState } from '#report/page-state.ts';
import { cpuOf } from '../../../../../scripts/test/thread-cpu.ts';
import { placeControls } from './placed-controls.ts';

function stateOf(published: string): PageState {
  const { html, controls } = cleanPage(published);
  return new PageState({ name: 'P', user: null, html, styles: [] }, controls);
}

const box = (name: string) => `<input type=checkbox data-control="${name}">`;

test('each control is known by the cell that holds it, and by its name', () => {
  const page = stateOf(
    `${box('A')}<table><tr><td>1<td>${box('B')}${box('C')}<tr><td> data-control="B"<td>${box('D')}</table>${box('E')}`,
  );
  const cellOf = (key: string) => page.control(key)?.cell;
  expect(['A', 'B', 'C', 'D', 'E', 'F'].map(cellOf)).toEqual([undefined, 1, 1, 3, undefined, undefined]);
  expect(page.control('F')).toBeUndefined();
  expect(page.controlsAt(1).map(({ name }) => name)).toEqual(['B', 'C']);
  expect([page.controlCount, page.controls.length]).toEqual([5, 5]);
});

test('a control that moves to another cell is found there, and one that goes is gone', () => {
  const page = stateOf(`<table><tr><td>${box('A')}<td>1</table>`);
  const controls = page.controlsAt(0);
  page.setControls(1, controls);
  page.setControls(0, []);
  expect(page.control('A')?.cell).toBe(1);
  page.setControls(1, []);
  expect([page.control('A'), page.controlCount]).toEqual([undefined, 0]);
});

test('placing takes a time that grows with the controls and the cells, not with one times the other', () => {
  const pages = [4000, 8000].map((count) =>
    cleanPage(`<table>${Array.from({ length: count }, (_, n) => `<tr><td>${n}<td>${box(`C${n}`)}`).join('')}</table>`),
  );
  const timeOf = (page: (typeof pages)[number] | undefined) =>
    cpuOf(() => {
      for (let n = 0; n < 5; n++) placeControls(page?.html ?? '', page?.controls ?? []);
    });
  const ratios = Array.from({ length: 7 }, () => timeOf(pages[1]) / timeOf(pages[0]));
  expect(Math.min(...ratios)).toBeLessThan(2.6);
});

test('controls move with their cells while rows come and go, as if they were looked for anew', () => {
  const row = (cells: readonly (string | undefined)[]) =>
    `<tr>${cells.map((name) => `<td>${name === undefined ? '1' : `<input type="checkbox" data-control="${name}">`}</td>`).join('')}</tr>`;
  const kind = 'bool' as const;
  const namesIn = (html: string) => controlMarks(html).map(({ name }): Control => ({ name, kind }));
  const pageOf = (html: string) => new PageState({ name: 'P', user: null, html, styles: [] }, namesIn(html));
  const cell = fc.option(fc.nat(), { nil: undefined, freq: 1 });
  const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 6 });
  const splice = fc.record({ at: fc.nat(20), remove: fc.nat(3), put: rows });
  fc.assert(
    fc.property(rows, fc.array(splice, { maxLength: 6 }), (first, steps) => {
      let count = 0;
      const text = (made: typeof first) =>
        made.map((one) => row(one.map((number) => (number === undefined ? undefined : `C${count++}`)))).join('');
      const page = pageOf(`<table><tbody>${text(first)}</tbody></table>`);
      for (const { at, remove, put } of steps) {
        const total = page.html.split('<tr>').length - 1;
        if (total === 0) break;
        const from = Math.min(at, total);
        const html = text(put);
        page.apply([0, 'r', from, Math.min(remove, total - from), html], namesIn(html));
        const anew = pageOf(page.html);
        const where = (one: PageState) =>
          namesIn(page.html).map(({ name }) => [name, one.control(name.toUpperCase())?.cell]);
        expect([page.controlCount, where(page)]).toEqual([anew.controlCount, where(anew)]);
      }
    }),
  );
});
