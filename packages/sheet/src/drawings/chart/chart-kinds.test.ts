import { expect, test } from 'vitest';
import { readWorkbook, renderPages } from '../../publish-pages.ts';
import { chartBook, chartPart, chartPlots, salesSeries, usualAxes } from '../../test-support/chart-books.ts';

/** What a drawing shows. */
interface Shown {
  readonly svg: string;
  readonly texts: readonly string[];
  readonly notShown: readonly string[];
}

async function shown(part: string): Promise<Shown> {
  const { pages, notShown = [] } = renderPages(await readWorkbook(chartBook({ charts: [part] })));
  const svg = /<svg[\s\S]*<\/svg>/.exec(pages[0]?.html ?? '')?.[0] ?? '';
  const texts = [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text = '']) => text);
  return { svg, texts, notShown: notShown.map(({ what, why }) => `${what}: ${why}`) };
}

const plotOf = (kind: string) => chartPlots[kind] ?? '';

function shapes(svg: string, color: string): number {
  const paths = [...svg.matchAll(/<path d="([^"]*)"[^>]*>/g)].filter(([whole]) => whole.includes(`fill="${color}"`));
  return paths.reduce((sum, [, d = '']) => sum + (d.match(/M/g)?.length ?? 0), 0);
}

const [first, second] = ['#4f81bd', '#c0504d'];

test('clustered columns have a bar for each value, the months below, steps at the left and the series in the legend', async () => {
  const { svg, texts } = await shown(chartPart(plotOf('clustered columns'), { title: 'Sales', legend: 'r' }));
  // Four values and the key in the legend.
  expect([shapes(svg, first), shapes(svg, second)]).toEqual([5, 5]);
  expect(texts).toEqual([
    ...['Jan', 'Feb', 'Mar', 'Apr'],
    ...['-50', '0', '50', '100', '150', '200'],
    ...['Revenue', 'Cost', 'Sales'],
  ]);
  expect(svg).toContain('role="img" aria-label="Column chart: Sales. Revenue, Cost, Jan to Apr."');
});

test.each([
  ['stacked columns', ['-50', '0', '50', '100', '150', '200', '250'], 4],
  ['columns of 100 %', ['-20%', '0%', '20%', '40%', '60%', '80%', '100%'], 4],
])('%s stand upon each other from end to end', async (kind, ends, bars) => {
  const { svg, texts } = await shown(chartPart(plotOf(kind)));
  expect(shapes(svg, first)).toBe(bars);
  expect(texts.filter((text) => /\d/.test(text)).at(-1)).toBe(ends.at(-1));
});

test.each([
  [-4, ['-100%', '-80%']],
  [-1, ['-100%', '-80%']],
  [4, ['0%', '10%']],
])('columns of 100 %% end at all of their whole, below 0 too (%d)', async (lowest, ends) => {
  const values = (a: number, b: number) =>
    `<c:val><c:numLit><c:ptCount val="2"/><c:pt idx="0"><c:v>${a}</c:v></c:pt><c:pt idx="1"><c:v>${b}</c:v></c:pt></c:numLit></c:val>`;
  const series = (n: number, xml: string) => `<c:ser><c:idx val="${n}"/><c:order val="${n}"/>${xml}</c:ser>`;
  const plot = `<c:barChart><c:barDir val="col"/><c:grouping val="percentStacked"/>${series(0, values(lowest, 1))}${series(1, values(0, 3))}<c:overlap val="100"/><c:axId val="1"/><c:axId val="2"/></c:barChart>${usualAxes}`;
  const { texts } = await shown(chartPart(plot));
  const marks = texts.filter((text) => text.endsWith('%'));
  expect([marks.slice(0, 2), marks.at(-1)]).toEqual([ends, '100%']);
});

test('bars that lie have their names at the left, the first at the bottom', async () => {
  const { svg } = await shown(chartPart(plotOf('bars that lie')));
  const y = (name: string) => Number(new RegExp(`<text x="[^"]*" y="([^"]*)">${name}<`).exec(svg)?.[1]);
  expect(y('Jan')).toBeGreaterThan(y('Apr'));
  expect(svg).toContain('aria-label="Bar chart. Revenue, Cost, Jan to Apr."');
});

test('a line has as many points as values, and their markers', async () => {
  const { svg } = await shown(chartPart(plotOf('lines')));
  const line = /<path d="(M[^"]*)" fill="none" stroke="#4f81bd" stroke-width="3"/.exec(svg)?.[1] ?? '';
  expect(line.split(/[ML]/).length - 1).toBe(4);
  expect(shapes(svg, first)).toBe(4);
  expect((await shown(chartPart(plotOf('smooth lines')))).svg).toMatch(/d="M[\d.,]+C/);
});

test('a gap parts a line, is nothing for zero and is passed over where the chart says so', async () => {
  const cached =
    '<c:val><c:numLit><c:ptCount val="3"/><c:pt idx="0"><c:v>1</c:v></c:pt><c:pt idx="2"><c:v>3</c:v></c:pt></c:numLit></c:val>';
  const plot = `<c:lineChart><c:ser><c:idx val="0"/><c:marker><c:symbol val="none"/></c:marker>${cached}</c:ser><c:axId val="1"/><c:axId val="2"/></c:lineChart>${usualAxes}`;
  const steps = async (blanks: string) => {
    const { svg } = await shown(chartPart(plot).replace('</c:chart>', `<c:dispBlanksAs val="${blanks}"/></c:chart>`));
    const d = /<path d="([^"]*)" fill="none" stroke="#4f81bd"/.exec(svg)?.[1] ?? '';
    return d.replace(/[^MLZ]/g, '');
  };
  expect([await steps('gap'), await steps('zero'), await steps('span')]).toEqual(['MZMZ', 'MLL', 'ML']);
});

test('a pie leaves room for the labels around it', async () => {
  const outside = '<c:dLbls><c:dLblPos val="outEnd"/><c:showVal val="1"/><c:showCatName val="1"/></c:dLbls>';
  const part = chartPart(`<c:pieChart>${salesSeries(0, outside)}</c:pieChart>`, { legend: 'b' });
  const radiusOf = (svg: string) => Number(/A([\d.]+),/.exec(svg)?.[1]);
  const { svg } = await shown(part);
  const plain = await shown(part.replace('outEnd', 'ctr'));
  expect(radiusOf(svg)).toBeLessThan(radiusOf(plain.svg) - 10);
  const y = (text: string) => Number(new RegExp(`y="([^"]*)"[^>]*>${text}<`).exec(svg)?.[1]);
  expect(Math.max(...['Feb, 95', 'Mar, 140'].map(y))).toBeLessThan(y('Jan'));
  const place =
    '<c:layout><c:manualLayout><c:layoutTarget val="inner"/><c:xMode val="edge"/><c:yMode val="edge"/><c:x val="0.3"/><c:y val="0.3"/><c:w val="0.4"/><c:h val="0.4"/></c:manualLayout></c:layout>';
  const placed = (chart: string) => shown(chart.replace('<c:plotArea>', `<c:plotArea>${place}`));
  const inner = [await placed(part), await placed(part.replace('outEnd', 'ctr'))];
  const [around = 0, inside = 0] = inner.map((one) => radiusOf(one.svg));
  expect(around).toBeGreaterThan(10);
  expect(around).toBe(inside);
});

test('a label has a line for each of its parts where a line break parts them', async () => {
  const parted = '<c:dLbls><c:showVal val="1"/><c:showCatName val="1"/><c:separator>\n</c:separator></c:dLbls>';
  const { svg, texts } = await shown(chartPart(`<c:pieChart>${salesSeries(0, parted)}</c:pieChart>`));
  expect(texts.slice(0, 4)).toEqual(['Jan', '120', 'Feb', '95']);
  const y = (text: string) => Number(new RegExp(`y="([^"]*)"[^>]*>${text}<`).exec(svg)?.[1]);
  expect(y('120')).toBeGreaterThan(y('Jan'));
});

test('outer levels of categories stand behind the inmost, a blank belonging to the name before it', async () => {
  const levels =
    '<c:cat><c:multiLvlStrRef><c:f>Gone!$A$1</c:f><c:multiLvlStrCache><c:ptCount val="4"/><c:lvl><c:pt idx="0"><c:v>Q1</c:v></c:pt><c:pt idx="1"><c:v>Q2</c:v></c:pt><c:pt idx="2"><c:v>Q3</c:v></c:pt><c:pt idx="3"><c:v>Q4</c:v></c:pt></c:lvl><c:lvl><c:pt idx="0"><c:v>2025</c:v></c:pt><c:pt idx="3"><c:v>2026</c:v></c:pt></c:lvl></c:multiLvlStrCache></c:multiLvlStrRef></c:cat>';
  const placed = async (kind: string) => {
    const { svg } = await shown(chartPart(plotOf(kind).replaceAll(/<c:cat>.*?<\/c:cat>/g, levels)));
    return (text: string) => {
      const [, x, y] =
        new RegExp(`<text (?:transform="translate\\(([\\d.]+) ([\\d.]+)\\)|x="([^"]*)" y="([^"]*)")[^>]*>${text}<`)
          .exec(svg)
          ?.filter((found) => found !== undefined) ?? [];
      return { x: Number(x), y: Number(y) };
    };
  };
  const flat = await placed('clustered columns');
  expect(flat('2025').x).toBeCloseTo(flat('Q2').x, 0);
  expect(flat('2026').x).toBeCloseTo(flat('Q4').x, 0);
  expect(flat('2025').y).toBeGreaterThan(flat('Q2').y);
  const lying = await placed('bars that lie');
  expect(lying('2025').x).toBeLessThan(lying('Q1').x);
  expect(lying('2025').y).toBeGreaterThan(lying('2026').y);
});

test('a pie has a slice of its own colour for each value, with its label', async () => {
  const { svg, texts } = await shown(chartPart(plotOf('pie'), { legend: 'r' }));
  expect(svg.match(/<path d="M[^"]*A/g)).toHaveLength(4);
  expect(texts).toEqual(['120', '95', '140', '160', 'Jan', 'Feb', 'Mar', 'Apr', 'Revenue']);
});

test.each(['doughnut', 'areas', 'stacked areas', 'radar', 'filled radar', 'stock'])('%s are drawn', async (kind) => {
  const { svg, notShown } = await shown(chartPart(plotOf(kind), { legend: 'b' }));
  expect(svg.match(/<path d="M/g)?.length).toBeGreaterThan(3);
  expect(svg).not.toMatch(/NaN|undefined|Infinity/);
  expect(notShown).toEqual([]);
});

test('the hole of a doughnut is as large as the file says', async () => {
  const { svg } = await shown(chartPart(plotOf('doughnut')));
  const radii = [...svg.matchAll(/A([\d.]+),/g)].map(([, radius]) => Number(radius));
  expect(Math.min(...radii) / Math.max(...radii)).toBeCloseTo(0.6, 2);
});

test('the middle of a radar is the least step of its axis, below zero where numbers are', async () => {
  const { svg, texts } = await shown(chartPart(plotOf('radar')));
  const y = (text: string) => Number(new RegExp(`y="([^"]*)"[^>]*>${text}<`).exec(svg)?.[1]);
  const least = String(Math.min(...texts.map(Number).filter((number) => !Number.isNaN(number))));
  expect(Number(least)).toBeLessThan(-20);
  expect(y(least)).toBeCloseTo(y('Feb'), 0);
});

test('points stand where their two numbers say, and bubbles are as large as theirs', async () => {
  const { texts } = await shown(chartPart(plotOf('scatter')));
  expect(texts.slice(0, 3)).toEqual(['0', '2', '4']);
  const { svg } = await shown(chartPart(plotOf('bubbles')));
  const radii = [...svg.matchAll(/<circle [^>]*r="([^"]*)"/g)].map(([, r]) => Number(r));
  expect(radii).toHaveLength(4);
  expect((radii[0] ?? 0) / (radii[3] ?? 1)).toBeCloseTo(4, 0);
});

test('a second axis has steps of its own at the right', async () => {
  const { svg, texts } = await shown(chartPart(plotOf('columns and a line on a second axis')));
  expect(svg).toContain('aria-label="Combination chart.');
  expect(texts).toContain('-40');
});

test('labels stand at their bars, and a trend says its equation', async () => {
  const { texts } = await shown(chartPart(plotOf('columns with labels and a trend')));
  expect(texts).toEqual(expect.arrayContaining(['120', '95', '140', '160', 'y = 16.5x + 87.5']));
});

test('what is in space is drawn flat, and that is told', async () => {
  const { svg, notShown } = await shown(chartPart(plotOf('columns in space')));
  expect(shapes(svg, first)).toBe(4);
  expect(notShown).toEqual(['chart effects: 3-D is drawn flat.']);
});

test('an axis keeps the ends, the step, the format and the direction that the file says', async () => {
  const axes = usualAxes.replace(
    '<c:axId val="2"/><c:scaling/>',
    '<c:axId val="2"/><c:scaling><c:orientation val="maxMin"/><c:max val="200"/><c:min val="50"/></c:scaling><c:numFmt formatCode="#,##0.0 &quot;k&quot;" sourceLinked="0"/><c:majorUnit val="50"/>',
  );
  const plot = `<c:barChart><c:barDir val="col"/>${salesSeries(0)}<c:axId val="1"/><c:axId val="2"/></c:barChart>${axes}`;
  const { svg, texts } = await shown(chartPart(plot));
  expect(texts.slice(4, 8)).toEqual(['50.0 k', '100.0 k', '150.0 k', '200.0 k']);
  const y = (text: string) => Number(new RegExp(`y="([^"]*)">${text}<`).exec(svg)?.[1]);
  expect(y('50.0 k')).toBeLessThan(y('200.0 k'));
});

test('an axis of powers has a step for each power', async () => {
  const axes = usualAxes.replace(
    '<c:axId val="2"/><c:scaling/>',
    '<c:axId val="2"/><c:scaling><c:logBase val="10"/></c:scaling>',
  );
  const plot = `<c:barChart><c:barDir val="col"/>${salesSeries(0)}<c:axId val="1"/><c:axId val="2"/></c:barChart>${axes}`;
  expect((await shown(chartPart(plot))).texts.slice(4, 8)).toEqual(['1', '10', '100', '1000']);
});

test('the cells count, and what the file remembers where there are none', async () => {
  const remembered = (ref: string) =>
    `<c:barChart><c:barDir val="col"/><c:ser><c:idx val="0"/><c:val><c:numRef><c:f>${ref}</c:f><c:numCache><c:formatCode>0.0</c:formatCode><c:ptCount val="1"/><c:pt idx="0"><c:v>7</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser><c:dLbls><c:showVal val="1"/></c:dLbls><c:axId val="1"/><c:axId val="2"/></c:barChart>${usualAxes}`;
  expect((await shown(chartPart(remembered('Sheet1!$B$2')))).texts).toContain('120');
  expect((await shown(chartPart(remembered('Gone!$B$2')))).texts).toContain('7.0');
});
