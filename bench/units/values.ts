import { randomBytes } from 'node:crypto';
import type { SheetValues } from '@sheetwire/contract/publish';
import type { Topic } from '@sheetwire/rules/topic';
import { LiveBooks } from '@sheetwire/server/books/live-books';
import { renderPublishBody } from '@sheetwire/sheet/render-file';
import { buildXlsx, cellsXml, formatStyles } from '@sheetwire/sheet/test-support/xlsx-builder';
import { alternate, ownCpu } from '../lib/alternate.ts';
import { type EngineRig, sender, startEngine, topicOf, wholeOf } from '../lib/engine.ts';
import type { Figure } from '../lib/figures.ts';
import type { Plan } from '../lib/plan.ts';

const SMALL = 50;
const LARGE = 2500;
const COLUMNS = 20;
const CELLS = 10;
/** A round takes seconds, in which the machine's own clock moves: the median of many is firm. */
const ROUNDS = 3;

/** Ten values set on a workbook of 50,000 cells under 50 rules cost what they do on one of 1,000 without (decision 62). */
export async function values({ rounds, isQuick }: Plan): Promise<Figure[]> {
  const rig = await startEngine();
  const books = new LiveBooks({
    store: rig.stores.books,
    clock: { now: () => Date.now() },
    chance: { bytes: (count) => randomBytes(count) },
  });
  const count = isQuick ? 200 : 1000;
  const waits: Record<string, number> = {};
  const publisher = async (name: string, rows: number, rules: string) => {
    const set = await published({ rig, books }, topicOf(name), bookOf(rows, rules));
    let turn = 0;
    return async () => {
      const [from, at] = [ownCpu(), performance.now()];
      for (let n = 0; n < count; n++) await set(changed(rows, turn++));
      waits[name] = (performance.now() - at) / count;
      return (ownCpu() - from) / count;
    };
  };
  try {
    const against = await publisher('ACME/RATES/SMALL', SMALL, '');
    const of = await publisher('ACME/RATES/LARGE', LARGE, fiftyRules(LARGE));
    const id = 'values publish in the engine, 50,000 cells with 50 rules / 1,000 without';
    const figure = await alternate(id, isQuick ? rounds : ROUNDS * rounds, { of, against });
    const waited = Object.values(waits).map((ms) => `${ms.toFixed(2)} ms`);
    return [
      {
        ...figure,
        note: `${figure.note ?? ''}; waited ${waited.toReversed().join(', ')}; ${how.steps} as steps, ${how.whole} whole`,
      },
    ];
  } finally {
    await books.close();
    await rig.close();
  }
}

const styles = `${formatStyles(['#,##0.00', '0.0%'])}<dxfs count="2"><dxf><font><b/></font></dxf><dxf><fill><patternFill><bgColor rgb="FFFFCCCC"/></patternFill></fill></dxf></dxfs>`;

function valueAt(row: number, column: number, turn: number): number {
  return ((row * 7919 + column * 104_729 + turn * 15_485_863) % 100_003) / 7;
}

function bookOf(rows: number, rules: string): Uint8Array<ArrayBuffer> {
  const cells = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: COLUMNS }, (_, column) => [valueAt(row, column, 0), 1] as const),
  );
  return new Uint8Array(buildXlsx({ styles, sheets: [{ name: 'Positions', body: cellsXml(cells) + rules }] }));
}

function changed(rows: number, turn: number): SheetValues[] {
  const cells = Array.from({ length: CELLS }, (_, n): [string, number] => {
    const [row, column] = [Math.floor((n * rows) / CELLS) + 1 + (turn % 4), (n * 3 + turn) % COLUMNS];
    return [`${String.fromCharCode(65 + column)}${row + 1}`, valueAt(row, column, turn + 1)];
  });
  return [{ name: 'Positions', cells }];
}

/** Fifty rules over all cells: those of a cell alone, of its neighbours, and of all cells of their range. */
function fiftyRules(rows: number): string {
  const scale = (points: string, colors: string) => `<colorScale>${points}${colors}</colorScale>`;
  const point = (type: string, value = '') => `<cfvo type="${type}"${value === '' ? '' : ` val="${value}"`}/>`;
  const [red, white, blue] = ['FFFF0000', 'FFFFFFFF', 'FF0000FF'].map((rgb) => `<color rgb="${rgb}"/>`);
  const kinds = [
    ['type="cellIs" operator="greaterThan"', '<formula>14000</formula>'],
    ['type="expression"', '<formula>A1&gt;B1</formula>'],
    ['type="colorScale"', scale(point('min') + point('max'), `${white}${red}`)],
    ['type="colorScale"', scale(point('min') + point('percentile', '50') + point('max'), `${red}${white}${blue}`)],
    ['type="dataBar"', `<dataBar>${point('min')}${point('max')}${blue}</dataBar>`],
    [
      'type="iconSet"',
      `<iconSet iconSet="3Arrows">${point('percent', '0')}${point('percent', '33')}${point('percent', '67')}</iconSet>`,
    ],
    ['type="top10" rank="10"', ''],
    ['type="aboveAverage"', ''],
    ['type="duplicateValues"', ''],
    ['type="cellIs" operator="between"', '<formula>$A$1</formula><formula>$A$1+100</formula>'],
  ];
  return Array.from({ length: 50 }, (_, n) => {
    const [attributes = '', inner = ''] = kinds[n % kinds.length] ?? [];
    return `<conditionalFormatting sqref="A1:T${rows}"><cfRule ${attributes} dxfId="${n % 2}" priority="${n + 1}">${inner}</cfRule></conditionalFormatting>`;
  }).join('');
}

interface Desk {
  readonly rig: EngineRig;
  readonly books: LiveBooks;
}

/** Publishes a workbook; answers how values are set on it, one publish after another. */
async function published({ rig, books }: Desk, topic: Topic, file: Uint8Array<ArrayBuffer>) {
  const { engine } = rig;
  const head = { topic, metadata: {} };
  const kept = { file: Uint8Array.from(file), name: 'book.xlsx', selection: {}, metadata: {} };
  const { body } = await renderPublishBody({ bytes: file, name: 'book.xlsx' }, head);
  const first = await engine.publish(topic, madeBody(body));
  await books.keep(topic, first.version, kept);
  return async (sheets: readonly SheetValues[]) => {
    const book = await books.find(topic);
    const set = book && (await books.set(book, { sheets }, head));
    if (!book || set?.outcome !== 'set') throw new Error('the values were not set');
    const { made, record, next: state } = set;
    const stepped =
      'steps' in made && (await engine.step(topic, { sender, stillMay: ok, follows: ok, steps: made.steps }));
    const whole = 'body' in made ? made : stepped || (await books.body(topic, state, head));
    const { version } =
      stepped || (await engine.publish(topic, madeBody(whole && 'body' in whole ? whole.body : empty)));
    how[stepped ? 'steps' : 'whole']++;
    await books.note(book, { version, state, record: { body: record.bytes, isWhole: record.isWhole } });
  };
}

const ok = () => undefined;
const empty = new Uint8Array();
/** How many publishes told steps, and how many the whole. */
const how = { steps: 0, whole: 0 };

function madeBody(bytes: Uint8Array<ArrayBuffer>) {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { parse: _, ...whole } = wholeOf('');
  const none = { metadata: {}, holdControls: undefined, viewSecret: undefined, publishSecret: undefined };
  return { ...whole, body, parse: () => ({ ...none, pages: JSON.parse(body.toString()).pages }) };
}
