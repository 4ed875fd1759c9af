import { setTimeout as rest } from 'node:timers/promises';
import type { Caller } from '@sheetwire/client/caller';
import { CallError } from '@sheetwire/client/failures';
import { gropicPerms } from '@sheetwire/contract/admin';
import type { Output } from '@sheetwire/contract/call';
import { publishCells, publishReport } from '@sheetwire/contract/publish';
import { onControlAction } from '@sheetwire/contract/reports';
import { ann, ben, boss } from './cast.ts';
import type { Entered, History } from './check/history.ts';
import type { Cluster } from './cluster.ts';
import { CELLS, pagesOf, rightsOf } from './content.ts';
import type { Site } from './site.ts';

const PATIENCE = 6000;
const WHOLE_SHARE = 0.2;
/** How often a report becomes what it was before, as a cell that goes up and down again does. */
const BACK_SHARE = 0.15;
const second = 1000;
/** So many ms pass between two steps of a kind, half to one and a half times. */
export interface Pace {
  readonly publish: number;
  readonly control: number;
  readonly right: number;
  readonly afterDoubt: number;
}

const usual: Pace = { publish: 200, control: 900, right: 2.5 * second, afterDoubt: 9 * second };

export interface Load {
  readonly cluster: Pick<Cluster, 'publish' | 'as'>;
  readonly history: History;
  readonly site: Pick<Site, 'group' | 'topics' | 'guarded' | 'controlled'> & {
    readonly viewers: readonly { readonly name: string; readonly topic: string }[];
  };
  readonly chance: () => number;
  readonly pace?: Pace;
  /** Whether what was not acknowledged is sent again, as publishers do, in place of what comes next. */
  readonly repeats?: boolean;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/** Publishes on every report, sets values in the control and takes a right away and gives it back, until it is ended. */
export async function runLoad(load: Load): Promise<void> {
  const { site } = load;
  await Promise.all([...site.topics.map((topic) => publishOn(topic, load)), enterValues(load), changeRights(load)]);
}

/** How long until the next step of a kind: half to one and a half times its pace. */
function pause({ chance, signal }: Load, ms: number): Promise<void> {
  return rest(ms * (0.5 + chance()), undefined, { signal }).catch(() => undefined);
}

async function publishOn(topic: string, load: Load): Promise<void> {
  const { cluster, history, site, chance, signal, pace = usual, repeats = false } = load;
  let [base, next] = [0, 1];
  /** What was kept last, and before that. */
  let [kept, before] = [0, 0];
  while (!signal.aborted) {
    const from = history.now();
    const isBack = chance() < BACK_SHARE && before > 0 && before !== kept;
    const isWhole = isBack || base === 0 || chance() < WHOLE_SHARE;
    const value = isBack ? before : next;
    const on = isWhole ? {} : { base };
    const sent = publish(cluster.publish, { topic, value, isControlled: topic === site.controlled, ...on });
    const ended = await sent.then(({ version }) => ({ end: 'kept' as const, version }), endOf);
    history.add({ what: 'published', topic, value, from, at: history.now(), ...on, ...ended });
    base = ended.version ?? 0;
    if (ended.end === 'kept') [kept, before] = [value, kept];
    if (!isBack && !(repeats && ended.end === 'unknown')) next++;
    await pause(load, pace.publish);
  }
}

interface Sent {
  readonly topic: string;
  readonly value: number;
}

/** The whole report, or its cells where a base is given. */
function publish(call: Caller, { base, ...sent }: Sent & { readonly isControlled: boolean; readonly base?: number }) {
  return base === undefined ? publishWhole(call, sent) : publishPart(call, { ...sent, base });
}

function publishWhole(call: Caller, { topic, value, isControlled }: Sent & { readonly isControlled: boolean }) {
  return call(publishReport, { topic, pages: pagesOf(value, isControlled) }, { signal: AbortSignal.timeout(PATIENCE) });
}

function publishPart(call: Caller, { topic, value, base }: Sent & { readonly base: number }) {
  const cells = Array.from({ length: CELLS }, (_, n) => ({ page: 'P', cell: `A${n + 1}`, html: `${value}` }));
  return call(publishCells, { topic, baseVersion: base, cells }, { signal: AbortSignal.timeout(PATIENCE) });
}

/** A refusal says that nothing was kept, save one of the store, of which only the store knows. */
function endOf(error: unknown): {
  readonly end: 'refused' | 'unknown';
  readonly why: string;
  readonly version?: number;
  readonly have?: number;
} {
  if (!(error instanceof CallError)) return { end: 'unknown', why: String(error) };
  const why = `${error.status} ${error.code}`;
  const have = error.have === undefined ? {} : { have: error.have };
  return { end: error.status < 500 ? 'refused' : 'unknown', why, ...have };
}

async function enterValues(load: Load): Promise<void> {
  const { cluster, history, site, signal, pace = usual } = load;
  const call = await cluster.as(ann);
  const topic = site.controlled;
  for (let n = 1; !signal.aborted; n++) {
    const [from, value] = [history.now(), `value ${n}`];
    const input = { topic, attributeVal: 'Limit', controlVal: value, id: `${site.group} ${n}` };
    const answered = call(onControlAction, input, { signal: AbortSignal.timeout(2 * PATIENCE) });
    const ended = await answered.then(entryEnd, (error: unknown) => endOf(error));
    history.add({ what: 'entered', topic, value, from, at: history.now(), ...ended });
    await pause(load, pace.control);
  }
}

function entryEnd(answer: Output<typeof onControlAction>): Pick<Entered, 'end' | 'why'> {
  return answer.updated === true ? { end: 'updated' } : { end: 'refused', why: JSON.stringify(answer) };
}

/** After a change of which nothing is known the next waits until it can come into force no more. */
async function changeRights(load: Load): Promise<void> {
  const { pace = usual } = load;
  await pause(load, pace.right);
  for (let isHeld = false; !load.signal.aborted; isHeld = !isHeld) {
    const isSure = await changeRight(load, isHeld);
    await pause(load, isSure ? pace.right : pace.afterDoubt);
  }
}

/** Lets everybody see everything at the end. */
export async function giveBack(load: Load): Promise<void> {
  await changeRight(load, true);
}

async function changeRight({ cluster, history, site }: Load, isHeld: boolean): Promise<boolean> {
  const call = await cluster.as(boss);
  const topic = site.guarded;
  const viewer = site.viewers.find((each) => each.topic === topic && each.name.startsWith(ben))?.name ?? '';
  const from = history.now();
  const isSure = await call(gropicPerms, rightsOf(topic, isHeld), { signal: AbortSignal.timeout(PATIENCE) }).then(
    ({ unauthorized, stale }) => !unauthorized && !stale,
    () => false,
  );
  history.add({ what: 'right', viewer, topic, from, at: history.now(), isHeld, isSure });
  return isSure;
}
