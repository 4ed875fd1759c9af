import { expect, test } from 'vitest';
import { visitEachTest } from './visit.ts';

const visit = visitEachTest();

const usual = 80;
const zoomed = usual / 2;

/** Shows a sheet at half its size and answers how wide and high its cell B2 is, and where the frozen column stands. */
async function shown(width: number, media: 'screen' | 'print' = 'screen') {
  const { page } = visit;
  await page.setViewportSize({ width, height: 700 });
  await page.emulateMedia({ media });
  const html = `<table data-zoom="50" data-freeze="1,1" data-row-height="20"><colgroup>${`<col style="width:${usual}px">`.repeat(9)}</colgroup><tbody>${[1, 2, 3].map(row).join('')}</tbody></table>`;
  return (await page.evaluate(`(async () => {
    const { host, live } = await harness.shown({ html: ${JSON.stringify(html)}, styles: [] });
    const box = (name) => live.root.querySelector('[data-cell="' + name + '"]').getBoundingClientRect();
    host.scrollLeft = 60;
    const { width, height } = box('C2');
    return { width, height, held: box('A2').left - host.getBoundingClientRect().left - host.clientLeft };
  })()`)) as { width: number; height: number; held: number };
}

function row(number: number): string {
  return `<tr>${[...'ABCDEFGHI'].map((column) => `<td data-cell="${column}${number}">${column}${number}</td>`).join('')}</tr>`;
}

test('a sheet is as large as its spreadsheet shows it, its frozen column in place', async () => {
  const { width, height, held } = await shown(1200);
  expect([Math.round(width), Math.round(held)]).toEqual([zoomed, 0]);
  expect(height).toBeLessThan(usual / 4);
});

test('on a phone and on paper it has its full size', async () => {
  expect(Math.round((await shown(390)).width)).toBe(usual);
  expect((await shown(1200, 'print')).width).toBeGreaterThanOrEqual(usual);
});
