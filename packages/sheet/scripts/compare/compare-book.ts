import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { withRules } from '../../src/conditional/apply-rules.ts';
import { ChartCells } from '../../src/drawings/chart/cell-values.ts';
import { chartHtml } from '../../src/drawings/chart/draw/chart.ts';
import type { Chart } from '../../src/drawings/chart/model.ts';
import { withFormulas } from '../../src/formula/calculate.ts';
import type { Sheet, Workbook } from '../../src/model.ts';
import { readWorkbook, renderPages } from '../../src/publish-pages.ts';
import { compareChart, isInOffice } from './drawings.ts';
import type { Ledger } from './ledger.ts';
import type { Pair } from './likeness.ts';
import { compareLooks, type LookTallies } from './looks.ts';
import type { OfficeChart, OfficeSheet } from './office-book.ts';
import { pageLooks } from './office-page.ts';
import { shownCells } from './shown-cells.ts';
import { compareTexts } from './texts.ts';

interface Compared {
  readonly file: string;
  /** The folder of LibreOffice's answers, and the number of the file in it. */
  readonly work: string;
  readonly number: number;
  readonly ledger: Ledger;
}

type NamedPair = Pair & { readonly name: string };

/** Compares one workbook; answers its charts with the pictures that LibreOffice makes of them. */
export async function compareBook(compared: Compared, answer: readonly OfficeSheet[]): Promise<NamedPair[]> {
  const { file, work, number, ledger } = compared;
  const now = new Date();
  const book = await readWorkbook(readFileSync(file));
  const report = renderPages(book, {}, { now, topic: 'A/B/C' });
  const { workbook: shown } = withRules(withFormulas(book, now).workbook, now);
  const html = readFileSync(join(work, `${number}.html`), 'utf8');
  const ruled = pageLooks(html, answer);
  const pairs: NamedPair[] = [];
  const taken = new Set<string>();
  for (const [n, theirs] of answer.entries()) {
    const sheet = shown.sheets.find((one) => one.name === theirs.name);
    const page = report.pages.find(({ name }) => name === theirs.name);
    if (!sheet) continue;
    tellTexts(compared, shown, sheet);
    if (page) tellLooks(ledger, theirs, compareLooks(shownCells(page), theirs, ruled[n] ?? new Map()));
    pairs.push(...tellCharts(compared, shown, { sheet, theirs, html, taken }));
  }
  return pairs;
}

function tellLooks(ledger: Ledger, { name }: OfficeSheet, looks: LookTallies): void {
  for (const kind of ['colors', 'fonts', 'alignment'] as const) {
    const { compared, different } = looks[kind];
    ledger.equal(kind, compared - different.length);
    for (const difference of different) ledger.tell(kind, name, difference);
  }
}

function tellTexts({ work, number, ledger }: Compared, book: Workbook, sheet: Sheet): void {
  const names = [`${number}-${sheet.name}.csv`, `${number}.csv`];
  const csv = names.map((name) => join(work, name)).find((path) => existsSync(path));
  if (csv === undefined) return;
  const { equal, different } = compareTexts(book, sheet, csv);
  ledger.equal('texts', equal);
  for (const difference of different) ledger.tell('texts', sheet.name, difference);
}

interface ComparedSheet {
  readonly sheet: Sheet;
  readonly theirs: OfficeSheet;
  readonly html: string;
  /** Pictures that are some chart's already: charts of one size stand in the order of the sheet. */
  readonly taken: Set<string>;
}

function tellCharts(
  { file, work, ledger }: Compared,
  book: Workbook,
  { sheet, theirs, html, taken }: ComparedSheet,
): NamedPair[] {
  const cells = new ChartCells(book);
  const family = book.styles[0]?.font.name ?? 'Calibri';
  const ours = (sheet.drawings ?? []).flatMap((drawing) =>
    drawing.content.kind === 'chart' && isInOffice(drawing.content) ? [{ drawing, chart: drawing.content }] : [],
  );
  const pairs: NamedPair[] = [];
  for (const [n, { drawing, chart }] of ours.entries()) {
    const other = theirs.charts[n];
    const faults = other ? compareChart(drawing, chart, other, cells) : ['LibreOffice has none'];
    if (faults.length === 0) ledger.equal('charts');
    for (const what of faults) ledger.tell('charts', sheet.name, { cell: drawing.name, what, ours: '', theirs: '' });
    const picture = other && pictureOf(other, html, { work, taken });
    if (!picture) continue;
    const { width, height } = picture;
    const [svg = ''] = /^.*?<\/svg>/s.exec(chartHtml(namedAsThere(chart), { width, height, cells, family })) ?? [];
    const title = chart.title?.lines.join(' ') ?? '';
    const name = `${basename(file)} ${sheet.name} ${drawing.name}${title && `: ${title}`}`;
    pairs.push({ name, width, height, ours: svgAddress(svg), theirs: picture.address });
  }
  return pairs;
}

function svgAddress(svg: string): string {
  const named = svg.replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ');
  return `data:image/svg+xml;base64,${Buffer.from(named).toString('base64')}`;
}

/** A series without a name is called after its column there and "Series1" in Excel: another word, which is no other drawing. */
function namedAsThere(chart: Chart): Chart {
  const count = chart.groups.reduce((sum, { series }) => sum + series.length, 0);
  if (count < 2) return chart;
  const groups = chart.groups.map((group) => ({
    ...group,
    series: group.series.map((one) => {
      const [, column] = /\$([A-Z]+)\$/.exec(one.values.ref ?? '') ?? [];
      const isNamed = one.name.ref !== undefined || one.name.cached.length > 0;
      return isNamed || column === undefined ? one : { ...one, name: { ...one.name, cached: [`Column ${column}`] } };
    }),
  }));
  return { ...chart, groups };
}

/** Hundredths of a millimetre in a pixel. */
const perPx = 2540 / 96;

/** The picture that the HTML of LibreOffice has in place of a chart, known by its size. */
function pictureOf(
  { box }: OfficeChart,
  html: string,
  { work, taken }: { readonly work: string; readonly taken: Set<string> },
) {
  const [width, height] = [Math.round(box[2] / perPx), Math.round(box[3] / perPx)];
  for (const [tag] of html.matchAll(/<img [^>]*>/gi)) {
    const number = (name: string) => Number(new RegExp(`${name}="?(\\d+)`, 'i').exec(tag)?.[1] ?? 0);
    const path = join(work, /src="([^"]*)"/i.exec(tag)?.[1] ?? '');
    if (taken.has(path)) continue;
    if (Math.abs(number('width') - width) > 1 || Math.abs(number('height') - height) > 1 || !existsSync(path)) continue;
    taken.add(path);
    return { width, height, address: `data:image/png;base64,${readFileSync(path).toString('base64')}` };
  }
  return undefined;
}
