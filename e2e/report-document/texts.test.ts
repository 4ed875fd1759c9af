import { describe, expect, test } from 'vitest';
import { soakTest } from '../support/soak-test.ts';
import { visitEachTest } from './visit.ts';

const visit = visitEachTest();

const styles = [
  'text-align:right',
  'text-align:center',
  'background-color:#ffe699;color:#000000',
  'background-color:canvas;color:canvastext;font-weight:400',
];

/** Runs statements beside a sheet of columns of 64 pixels: `live`, its cells, where their texts are. */
function beside(rows: readonly string[], statements: string, attributes = 'data-row-height="20"') {
  const cols = '<col style="width:64px">'.repeat(8);
  const html = `<table ${attributes}><colgroup>${cols}</colgroup><tbody>${rows.join('')}</tbody></table>`;
  return visit.page.evaluate(`(async () => {
    const { host, live } = await harness.shown({ html: ${JSON.stringify(html)}, styles: ${JSON.stringify(styles)} });
    const cell = (name) => live.root.querySelector('[data-cell="' + name + '"]');
    const box = (name) => { const at = cell(name).getBoundingClientRect(); const from = host.getBoundingClientRect(); return { left: at.left - from.left, right: at.right - from.left, top: at.top - from.top, height: at.height }; };
    const text = (name) => { const range = document.createRange(); range.selectNodeContents(cell(name)); const at = range.getBoundingClientRect(); const from = host.getBoundingClientRect().left; return { left: at.left - from, right: at.right - from }; };
    const line = (name) => getComputedStyle(cell(name)).borderInlineEndColor;
    ${statements}
  })()`);
}

function row(number: number, cells: readonly string[]): string {
  const list = cells.map((cell, n) => {
    const [, look = '', text = ''] = /^(\d?):?(.*)$/.exec(cell) ?? [];
    return `<td data-cell="${'ABCDEFGH'[n]}${number}"${look === '' ? '' : ` data-s="${look}"`}>${text}</td>`;
  });
  return `<tr>${list.join('')}</tr>`;
}

const long = 'A heading over several columns';

describe('a text wider than its cell', () => {
  test('is drawn over the fills beside it, with no gridline through it', async () => {
    const [isOnTop, lines, clip] = (await beside(
      [row(1, [`2:${long}`, '2:', '2:', '2:', ':'])],
      `const at = box('B1'); const place = host.getBoundingClientRect();
       const hit = live.root.elementFromPoint(place.left + at.left + 20, place.top + at.top + 10);
       return [hit === cell('A1'), [line('A1'), line('B1')], getComputedStyle(cell('A1')).clipPath];`,
    )) as [boolean, string[], string];
    expect(isOnTop).toBe(true);
    expect(lines).toEqual(['rgba(0, 0, 0, 0)', 'rgba(0, 0, 0, 0)']);
    expect(clip).toBe('none');
  });

  soakTest('reaches to the left where it is set to the right, and both ways where it is centred', async () => {
    const places = await beside(
      [row(1, [':', ':', ':', `0:${long}`]), row(2, [':', ':', ':', `1:${long}`, ':', ':'])],
      `const [right, centre] = [text('D1'), text('D2')]; const [own, both] = [box('D1'), box('D2')];
       return [right.left < own.left, Math.round(own.right - right.right) < 10,
         centre.left < both.left && centre.right > both.right,
         Math.abs((centre.left + centre.right) - (both.left + both.right)) < 6];`,
    );
    expect(places).toEqual([true, true, true, true]);
  });

  test('ends at a value that comes, and runs on when it goes, as at a fresh drawing', async () => {
    const clips = await beside(
      [row(1, [`:${long}`, ':', ':', ':'])],
      `const clip = () => getComputedStyle(cell('A1')).clipPath;
       const fresh = async () => (await harness.shown(live.body(0))).live.root.querySelector('[data-cell="A1"]').className === cell('A1').className;
       const seen = [clip()];
       for (const [number, html] of [[2, '12'], [1, '7'], [1, ''], [2, '']]) { live.apply([[0, 'c', number, html]]); seen.push(clip(), await fresh(), live.toWire() === live.body(0).html); }
       return seen;`,
    );
    expect(clips).toEqual([
      'none',
      'inset(0px -64px 0px -9999px)',
      true,
      true,
      'none',
      true,
      true,
      'inset(0px -64px 0px -9999px)',
      true,
      true,
      'none',
      true,
      true,
    ]);
  });
});

describe('rows of which cells change', () => {
  const narrow = '<col style="width:64px"><col style="width:12px"><col style="width:64px"><col style="width:64px">';

  test('are fitted once for each delta, however many of their cells it names', async () => {
    const fits = await visit.page.evaluate(`(async () => {
      const rows = [1, 2].map((n) => '<tr>' + ['A', 'B', 'C', 'D'].map((name) => '<td data-cell="' + name + n + '" data-num="">1</td>').join('') + '</tr>').join('');
      const { live } = await harness.shown({ html: '<table><colgroup>${narrow}</colgroup><tbody>' + rows + '</tbody></table>', styles: [] });
      let fits = 0;
      const own = HTMLTableRowElement.prototype.querySelectorAll;
      HTMLTableRowElement.prototype.querySelectorAll = function (...given) { fits++; return own.apply(this, given); };
      live.apply([0, 1, 2, 3, 4, 5].map((cell) => [0, 'c', cell, '12345.6' + cell]));
      delete HTMLTableRowElement.prototype.querySelectorAll;
      return fits;
    })()`);
    expect(fits).toBe(2);
  });

  test('are fitted anew when a look changes by which texts need more room', async () => {
    const words = await beside(
      [row(1, ['0:1234', ':', ':', ':']), row(2, [':1234', ':7', ':', ':'])],
      `const words = () => [cell('A1').className, cell('A2').className];
       const fresh = async () => { const again = (await harness.shown(live.body(0))).live.root; return ['A1', 'A2'].map((name) => again.querySelector('[data-cell="' + name + '"]').className).join() === words().join(); };
       const seen = [words()];
       live.apply([[0, 's', 0, 'font-size:24pt']]); seen.push(words(), await fresh());
       live.apply([[0, 'c', 4, '4321', 0]]); seen.push(words(), await fresh());
       live.apply([[0, 's', 0, '']]); seen.push(words(), await fresh());
       return seen;`,
    );
    expect(words).toEqual([['', ''], ['o g', ''], true, ['o g', 'x'], true, ['', ''], true]);
  });
});

describe('a sheet', () => {
  test('has rows of the height that its page names, and the height of the report without one', async () => {
    const rows = [row(1, [':a']), row(2, [':b']), row(3, [':c'])];
    expect(await beside(rows, `return [box('A1').height, box('A2').top - box('A1').top];`)).toEqual([20, 20]);
    expect(await beside(rows, `return box('A2').top - box('A1').top;`, '')).toBe(24);
  });

  test('keeps the margin of the page in its first column, however narrow', async () => {
    expect(await beside([row(1, [':a', ':b'])], `return Math.round(text('A1').left);`)).toBe(16);
  });

  test('numbers of any length end on the same digit', async () => {
    const numbers = ['5', '-5', '1,234.5', '-123,456.78', '1234567.8'];
    const rows = numbers.map(
      (text, n) => `<tr><td data-cell="A${n + 1}"></td><td data-cell="B${n + 1}" data-num="">${text}</td></tr>`,
    );
    const ends = (await beside(
      rows,
      `return ${JSON.stringify(numbers)}.slice(0, 3).map((_, n) => Math.round(text('B' + (n + 1)).right * 10));`,
    )) as number[];
    expect(new Set(ends).size).toBe(1);
  });

  soakTest('a frozen head of the file has the ground and the ink of other cells', async () => {
    const rows = [
      '<tr><th data-cell="A1" data-s="3">Name</th><td data-cell="B1" data-s="3"></td></tr>',
      '<tr><td data-cell="A2">a</td><td data-cell="B2">b</td></tr>',
    ];
    const [head, page] = (await beside(
      rows,
      `const look = (of) => { const { color, backgroundColor } = getComputedStyle(of); return [color, backgroundColor]; };
       return [[...look(cell('A1')), getComputedStyle(cell('A1')).fontWeight], look(live.root.querySelector('.page'))];`,
      'data-freeze="1,0"',
    )) as [string[], string[]];
    expect(head).toEqual([...page, '400']);
  });
});

soakTest(
  'a figure too wide for its column uses all of it, and an icon before the first one keeps the margin of the page',
  async () => {
    const rows = [
      '<tr><td data-cell="A1" data-num=""><span style="float:left">o</span>5</td><td data-cell="B1"></td></tr>',
      '<tr><td data-cell="A2" data-num="">12/22/2016 10:30</td><td data-cell="B2">next</td></tr>',
    ];
    const [clip, end, icon] = (await beside(
      rows,
      `const { overflowX, paddingInlineEnd } = getComputedStyle(cell('A2'));
     const { left } = cell('A1').querySelector('span').getBoundingClientRect();
     return [overflowX, paddingInlineEnd, left - host.getBoundingClientRect().left];`,
    )) as [string, string, number];
    expect([clip, end]).toEqual(['clip', '4px']);
    expect(icon).toBeGreaterThanOrEqual(8);
  },
);

soakTest('the thick frame of a plain table is whole at the edge of a page with a sheet', async () => {
  const sheet =
    '<table><colgroup><col style="width:64px"></colgroup><tbody><tr><td data-cell="A1">1</td></tr></tbody></table>';
  const plain = '<table style="border:6px solid #000000"><tbody><tr><td>1</td></tr></tbody></table>';
  const left = await visit.page.evaluate(`(async () => {
    const { host, live } = await harness.shown({ html: ${JSON.stringify(plain + sheet)}, styles: [] });
    return live.root.querySelector('table:not(.t)').getBoundingClientRect().left - host.getBoundingClientRect().left;
  })()`);
  expect(left).toBeGreaterThanOrEqual(3);
});

describe('a page that shows nothing', () => {
  test('is told by the page that is shown alone, and once it shows something it is not', async () => {
    const blank = await visit.page.evaluate(`(async () => {
      const empty = '<table><tbody><tr><td></td></tr></tbody></table>';
      const host = harness.box();
      const live = harness.createDocument(host);
      await live.ready;
      const pages = ['One', 'Two'].map((name) => ({ name, html: empty, styles: ['color:red', 'color:red;background:#ffe699'] }));
      live.show({ key: 'DEMO/DESK/DAILY', label: '', pages }, 0);
      const seen = [live.isBlank];
      live.apply([[1, 'c', 7, 'does not fit']]);
      seen.push(live.isBlank);
      live.apply([[0, 'c', 0, '', 0]]);
      seen.push(live.isBlank);
      live.apply([[0, 'c', 0, '', 1]]);
      seen.push(live.isBlank);
      live.apply([[0, 'c', 0, '<span hidden>9</span>', 0]]);
      seen.push(live.isBlank);
      live.apply([[0, 'c', 0, '9', 0]]);
      return [...seen, live.isBlank];
    })()`);
    expect(blank).toEqual([true, true, true, false, true, false]);
  });
});

test("the letters of Calibri come from the portal's own files, which its policy lets in", async () => {
  const [loaded, refused] = await visit.page.evaluate<[number, string[]]>(`(async () => {
    const refused = [];
    document.addEventListener('securitypolicyviolation', (event) => refused.push(event.violatedDirective));
    await harness.shown({ html: '<table><tbody><tr><td data-s="0">Ωж A</td></tr></tbody></table>', styles: ['font-family:Calibri,Carlito,sans-serif'] });
    const own = [...document.fonts].filter((font) => font.family === 'Carlito');
    await Promise.allSettled(own.map((font) => font.load()));
    return [own.filter((font) => font.status === 'loaded').length, refused];
  })()`);
  expect([loaded, refused]).toEqual([16, []]);
});
