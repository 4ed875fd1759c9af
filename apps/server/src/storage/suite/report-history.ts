import type { Op } from '@sheetwire/contract/live';
import { applyOps, type PageBody } from '@sheetwire/page/ops';
import type { Topic } from '@sheetwire/rules/topic';
import type { Page, StoredReport } from '#ports/report-log.ts';
import { jane, type Opened, timeOf, whole } from './builders.ts';
import type { MovedClock } from './moved-clock.ts';

/** A page of one cell. */
export function named(value: string): PageBody {
  return { html: `<table><tbody><tr><td data-cell="A1">${value}</td></tr></tbody></table>`, styles: [] };
}

/** What the cells of the first page hold, by their names; of a name that two have, nothing. */
export function contentsOf(pages: readonly PageBody[] = []): Map<string, string> {
  const cells = new Map<string, string>();
  const twice = new Set<string>();
  for (const [, name = '', html = ''] of (pages[0]?.html ?? '').matchAll(/<td data-cell="(\w+)"[^>]*>(.*?)<\/td>/g)) {
    if (cells.has(name)) twice.add(name);
    cells.set(name, html);
  }
  for (const name of twice) cells.delete(name);
  return cells;
}

/** Pages as the model knows them. */
export function bodies(pages: readonly Page[]): PageBody[] {
  return pages.map(({ html, styles }) => ({ html, styles: [...styles] }));
}

interface HistoryPlan {
  readonly seed: number;
  readonly versions: number;
  /** ms between two of them. */
  readonly pause?: number;
}

/** Publishes versions of every kind and answers the pages of each. */
export async function publishHistory(
  open: Opened,
  topic: Topic,
  { seed, versions, pause = 0 }: HistoryPlan,
  clock: MovedClock,
): Promise<Map<number, PageBody[]>> {
  const chance = chanceOf(seed);
  const history = new Map<number, PageBody[]>();
  let pages = fresh(chance);
  for (let version = 1; version <= versions; version++) {
    const isWhole = version === 1 || chance(20) === 0;
    const place = { topic, base: version - 1, version };
    if (isWhole) {
      pages = fresh(chance);
      await open().reports.append(whole(place, reportOf(version, pages)));
    } else {
      const ops = Array.from({ length: 1 + chance(4) }, () => anyOp(pages, chance));
      pages = applyOps(pages, ops);
      const change = { kind: 'delta', ops } as const;
      await open().reports.append({ ...place, time: timeOf(version), sender: jane, change });
    }
    clock.move(pause);
    history.set(version, pages);
  }
  return history;
}

/** A report of these pages. */
export function reportOf(version: number, pages: readonly PageBody[]): StoredReport {
  return {
    version,
    time: timeOf(version),
    sender: jane,
    pages: pages.map(({ html, styles }, n) => ({ name: `P${n}`, user: null, html, styles })),
    metadata: {},
    holdControls: false,
    cleaner: 3,
  };
}

const columns = 3;

/** Two pages of twenty rows. */
export function fresh(chance: Chance): PageBody[] {
  const rows = (count: number) => Array.from({ length: count }, (_, n) => rowOf(n, chance)).join('');
  const page = (): PageBody => ({ html: `<table><tbody>${rows(20)}</tbody></table>`, styles: ['color:red'] });
  return [page(), page()];
}

function rowOf(n: number, chance: Chance): string {
  return `<tr>${Array.from({ length: columns }, (_, at) => `<td data-cell="${'ABC'[at]}${n}" data-s="0">${chance(1000)}</td>`).join('')}</tr>`;
}

/** A step that fits: pages keep ten rows at least. Some are long, so that keyframes come in between. */
export function anyOp(pages: readonly PageBody[], chance: Chance): Op {
  const page = chance(pages.length);
  switch (chance(8)) {
    case 0:
      return [page, 'r', chance(10), 0, rowOf(1000 + chance(1_000_000), chance)];
    case 1:
      return [page, 'r', chance(10), 1, rowOf(1000 + chance(1_000_000), chance)];
    case 2:
      return [page, 's', 0, `width:${chance(100)}px`];
    case 3:
      return [page, 'p', fresh(chance)[0]?.html ?? ''];
    case 4:
      return [
        page,
        'c',
        chance(10 * columns),
        Array.from({ length: 4000 }, () => chance(36 ** 3).toString(36)).join(' '),
      ];
    default:
      return chance(2) === 0 ? [page, 'c', chance(10 * columns), `v${chance(100)}`] : [page, 'c', chance(30), 'x', 0];
  }
}

type Chance = (below: number) => number;

/** Numbers below a bound, the same for the same seed. */
export function chanceOf(seed: number): Chance {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
