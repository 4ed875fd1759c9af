import type { Op } from '@sheetwire/contract/live';
import morphdom from 'morphdom';
import { createElement, memo } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { pageClock } from '#lib/clock.ts';
import { ReportDocument } from '../report-document.ts';
import { scriptRounds, textNodes } from './script-time.ts';

/** The same table drawn and updated in other ways, for the comparison of bench/apply. */
type Texts = string[][];
type Change = readonly [row: number, column: number, text: string];
interface Way {
  update(changes: readonly Change[]): void;
}

const COLUMNS = 20;

function texts(rows: number): Texts {
  return Array.from({ length: rows }, (_, r) =>
    Array.from({ length: COLUMNS }, (_, c) => (c === 0 ? `Row ${r}` : `${(r * 31 + c * 7) % 1000}.${c % 10}`)),
  );
}

function pageHtml(table: Texts): string {
  const rows = table.map(
    (row) => `<tr>${row.map((text) => `<td data-cell="" data-num="">${text}</td>`).join('')}</tr>`,
  );
  return `<table data-freeze="1,1"><colgroup>${'<col style="width:90px">'.repeat(COLUMNS)}</colgroup><tbody>${rows.join('')}</tbody></table>`;
}

function box(): HTMLElement {
  const host = document.createElement('div');
  host.setAttribute('style', 'position:fixed;inset:0;overflow:auto;font:13px/20px sans-serif');
  document.body.append(host);
  return host;
}

const look =
  'table{table-layout:fixed;border-spacing:0;width:1800px}td{height:24px;padding:1px 8px;border:0 solid #e9edef;border-width:0 1px 1px 0;white-space:nowrap;text-align:right;box-sizing:border-box}tr:first-child td{position:sticky;top:0;z-index:2;background:#f2f4f5}td:first-child{position:sticky;left:0;z-index:1;background:#fff}';

function plainBox(): HTMLElement {
  const style = document.createElement('style');
  style.textContent = look;
  document.head.append(style);
  return box();
}

/** The product. Flash off: the peers have none. */
async function sheetwire(table: Texts): Promise<Way> {
  const live = new ReportDocument(box(), { clock: pageClock, mayFlash: () => false });
  await live.ready;
  live.show({ key: 'T', label: 'T', pages: [{ name: 'P', html: pageHtml(table), styles: [] }] }, 0);
  return {
    update(changes) {
      live.apply(changes.map(([row, column, text]): Op => [0, 'c', row * COLUMNS + column, text]));
    },
  };
}

/** The product's own document with the text nodes written by hand: the least that an update can cost there. */
async function sheetwireText(table: Texts): Promise<Way> {
  const host = box();
  const live = new ReportDocument(host, { clock: pageClock, mayFlash: () => false });
  await live.ready;
  live.show({ key: 'T', label: 'T', pages: [{ name: 'P', html: pageHtml(table), styles: [] }] }, 0);
  return textWrites([...live.root.querySelectorAll('td')]);
}

/** Writes text nodes found by a cell list made beforehand. */
function textWrites(cells: readonly Element[]): Way {
  const nodes = textNodes(cells);
  return {
    update(changes) {
      for (const [row, column, text] of changes) {
        const node = nodes[row * COLUMNS + column];
        if (node) node.data = text;
      }
    },
  };
}

function plain(table: Texts): Way {
  const host = plainBox();
  host.innerHTML = pageHtml(table);
  return textWrites([...host.querySelectorAll('td')]);
}

function write(table: Texts, changes: readonly Change[]): void {
  for (const [row, column, text] of changes) {
    const line = table[row];
    if (line) line[column] = text;
  }
}

function inner(table: Texts): Way {
  const host = plainBox();
  host.innerHTML = pageHtml(table);
  return {
    update(changes) {
      write(table, changes);
      host.innerHTML = pageHtml(table);
    },
  };
}

function morph(table: Texts): Way {
  const host = plainBox();
  host.innerHTML = pageHtml(table);
  return {
    update(changes) {
      write(table, changes);
      if (host.firstElementChild) morphdom(host.firstElementChild, pageHtml(table));
    },
  };
}

const Row = memo(({ row }: { row: string[] }) =>
  createElement('tr', null, ...row.map((text, n) => createElement('td', { key: n }, text))),
);

function react(table: Texts): Way {
  const root = createRoot(plainBox());
  let rows = table;
  const draw = () =>
    flushSync(() =>
      root.render(
        createElement(
          'table',
          null,
          createElement('tbody', null, ...rows.map((row, n) => createElement(Row, { key: n, row }))),
        ),
      ),
    );
  draw();
  return {
    update(changes) {
      rows = [...rows];
      for (const [row, column, text] of changes) rows[row] = (rows[row] ?? []).with(column, text);
      draw();
    },
  };
}

const ways: Readonly<Record<string, (table: Texts) => Way | Promise<Way>>> = {
  sheetwire,
  sheetwireText,
  plain,
  innerHTML: inner,
  morphdom: morph,
  react,
};

function frame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => resolve()));
}

let way: Way = { update: () => undefined };
let turn = 0;

/** Ten cells on screen; another text each time. */
function changes(): Change[] {
  turn++;
  return Array.from(
    { length: 10 },
    (_, n): Change => [2 + ((n * 7) % 25), 2 + ((n * 3) % 10), `${100 + ((turn * 13 + n) % 900)}.${turn % 10}`],
  );
}

Object.assign(globalThis, {
  harness: {
    async draw(name: string, rows: number) {
      const started = performance.now();
      way = (await ways[name]?.(texts(rows))) ?? way;
      const inserted = performance.now() - started;
      for (let n = 0; n < 20; n++) await frame();
      return inserted;
    },
    /** So many frames, each with an update or, for the empty measure, without. */
    async frames(count: number, isEmpty: boolean) {
      for (let n = 0; n < count; n++) {
        if (!isEmpty) way.update(changes());
        await frame();
      }
    },
    /** Script alone, of the document and of its text nodes written by hand. */
    async script(rows: number, rounds: number, hasFlash: boolean) {
      const live = new ReportDocument(box(), { clock: pageClock, mayFlash: () => hasFlash });
      await live.ready;
      live.show({ key: 'T', label: 'T', pages: [{ name: 'P', html: pageHtml(texts(rows)), styles: [] }] }, 0);
      for (let n = 0; n < 20; n++) await frame();
      return scriptRounds(live, rounds);
    },
  },
});
