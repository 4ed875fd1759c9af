import { limits } from '@sheetwire/contract/limits';
import { cellText } from '@sheetwire/page/compare/cell-text';
import { PageModel } from '@sheetwire/page/model/page-model';
import type { Addressee } from '@sheetwire/rules/addressee';
import type { Topic } from '@sheetwire/rules/topic';
import { inSlices } from '#lib/slices.ts';
import type { HeldPublish, SeenHeld } from '#ports/guard/guard-store.ts';
import type { Page } from '#ports/report-log.ts';
import { pagesFor, sameName } from '#report/report-state.ts';
import type { GuardCallDeps } from './guard-deps.ts';

interface Change {
  readonly page: string;
  readonly cell: string;
  readonly was: string;
  readonly now: string;
}

/** A held publish, and its content as it is kept from then on. */
export interface Looked {
  readonly held: HeldPublish;
  readonly content: SeenHeld;
}

/** A publish that comes into it between two steps is looked at in its place. */
const LOOKS = 3;

/** Looks at what waits, so that it can be released whatever comes into it; undefined when nothing does. */
export async function lookAt(
  { guardStore }: Pick<GuardCallDeps, 'guardStore'>,
  topic: Topic,
): Promise<Looked | undefined> {
  for (let look = 0; look < LOOKS; look++) {
    const held = await guardStore.held(topic);
    if (!held) return undefined;
    await guardStore.look(held);
    const content = await guardStore.looked(topic, held.revision);
    if (content) return { held, content };
  }
  return undefined;
}

/** What a held publish would change on the pages that its approver receives, the first of it cell by cell. */
export async function heldChanges(
  deps: Pick<GuardCallDeps, 'engine' | 'cleaner'>,
  looked: Looked,
  user: Addressee,
): Promise<{ readonly changes: Change[]; readonly changed: number }> {
  const { live, held } = await bothSides(deps, looked, user);
  const models = new Map<Page, PageModel>();
  for (const page of held) {
    const before = beforeOf(live, page);
    if (!before || before.html === page.html) continue;
    for (const one of [before, page]) models.set(one, new PageModel(one, await deps.cleaner.knowPage(one.html)));
  }
  return inSlices(differences(live, held, models));
}

function beforeOf(live: readonly Page[], { name }: Page): Page | undefined {
  return live.find((page) => sameName(page.name, name));
}

/** The pages of a held publish that its approver receives, beside those that viewers keep: to be compared (time 5). */
export async function heldSides(
  deps: Pick<GuardCallDeps, 'engine'>,
  looked: Looked,
  user: Addressee,
): Promise<{ readonly live: Side; readonly held: Side }> {
  const both = await bothSides(deps, looked, user);
  return { live: sideOf(both.live), held: sideOf(both.held) };
}

interface Side {
  readonly pageNames: string[];
  readonly pages: string[];
  readonly styles: string[][];
}

function sideOf(pages: readonly Page[]): Side {
  return {
    pageNames: pages.map(({ name }) => name),
    pages: pages.map(({ html }) => html),
    styles: pages.map(({ styles }) => [...styles]),
  };
}

async function bothSides({ engine }: Pick<GuardCallDeps, 'engine'>, { held, content }: Looked, user: Addressee) {
  const live = await engine.read(held.topic, (state) => (state?.pages ?? []).map((page) => page.snapshot()));
  return { live: receivedBy(live, user), held: receivedBy(content.report.pages, user) };
}

function receivedBy(pages: readonly Page[], user: Addressee): Page[] {
  return pagesFor(pages, user).flatMap((n) => pages[n] ?? []);
}

/** Models are there of the pages that differ: cut and named off the event loop. */
function* differences(was: readonly Page[], now: readonly Page[], models: ReadonlyMap<Page, PageModel>) {
  const changes: Change[] = [];
  let changed = 0;
  const note = (change: Change) => {
    changed++;
    if (changes.length < limits.guard.changes) changes.push(change);
  };
  for (const page of now) {
    const before = beforeOf(was, page);
    if (!before) note({ page: page.name, cell: '', was: '', now: 'new page' });
    const [old, fresh] = [before && models.get(before), models.get(page)];
    if (old && fresh) yield* cellChanges(old, fresh, (change) => note({ page: page.name, ...change }));
  }
  for (const page of was) {
    if (!now.some(({ name }) => sameName(name, page.name))) note({ page: page.name, cell: '', was: 'page', now: '' });
  }
  return { changes, changed };
}

/** By the names of cells, so that rows that came or went move nothing; of cells without a name by their place. */
function* cellChanges(
  old: PageModel,
  fresh: PageModel,
  note: (change: Omit<Change, 'page'>) => void,
): Generator<void, void> {
  const seen = new Set<number>();
  for (let n = 0; n < fresh.cellCount; n++) {
    yield;
    const name = fresh.cellName(n);
    const from = name === undefined ? n : old.numberOf(name);
    if (from !== undefined) seen.add(from);
    const [was, now] = [contentOf(old, from), contentOf(fresh, n)];
    if (was !== now) note({ cell: name ?? `${n + 1}`, was: cellText(was), now: cellText(now) });
  }
  for (let n = 0; n < old.cellCount; n++) {
    yield;
    const text = seen.has(n) ? '' : cellText(contentOf(old, n));
    if (text !== '') note({ cell: nameOf(old, n), was: text, now: '' });
  }
}

function contentOf(page: PageModel, n: number | undefined): string {
  return n === undefined ? '' : (page.cell(n) ?? '');
}

function nameOf(page: PageModel, n: number): string {
  return page.cellName(n) ?? `${n + 1}`;
}
