import { NetworkFailure } from '@sheetwire/client/failures';
import { TestClock } from '@sheetwire/client/test-clock';
import { limits } from '@sheetwire/contract/limits';
import { OpMismatch } from '@sheetwire/page/op-mismatch';
import { parseTopic } from '@sheetwire/rules/topic';
import { expect, test, vi } from 'vitest';
import type { DocumentPage } from '#features/report-document/shown-document.ts';
import { parseAddress } from '#features/selection/address.ts';
import { ViewerModel } from '#features/viewer/viewer-model.ts';
import type { LoopInput, ReportSink, ShownReport, TopicLists } from '#features/viewer-ports.ts';
import { scriptedCalls } from '#lib/test-calls.ts';
import { Past } from './past.ts';
import type { PastAnswer, PastQuestion } from './past-fetch.ts';
import { PastScreen } from './past-screen.ts';
import { VersionsList } from './versions-list.ts';

const topic = 'ACME/FX/SPOT';
const start = Date.UTC(2026, 10, 23, 14);
const timeOf = (version: number) => start + version * 1000;
const iso = (version: number) => new Date(timeOf(version)).toISOString();
const page = (version: number) => `<table><tr><td>${version}</td></tr></table>`;
const reportOf = (version: number): ShownReport => ({
  ...{ topic, version, pageNames: ['P'], pages: [page(version)], styles: [[]], time: 'no_time', sender: 'ACME/bot' },
  ...{ metadata: {}, snapshotDates: [], shownDate: null, canInteract: true, hasControls: false },
});
/** What the list of versions says: versions 3 to 10 are kept, or none. */
const kept = { buckets: [], oldestUtc: iso(3), newestUtc: iso(10), newestVersion: 10 };
const noneKept = { buckets: [], oldestUtc: null, newestUtc: null, newestVersion: 0 };
const lists: TopicLists = { isReady: true, entities: ['ACME'], groups: ['ACME/FX'], topics: [topic, 'ACME/FX/OTHER'] };

/** A report of ten versions in a viewer; versions 1 and 2 are not kept. What the server says is made up by `answer`. */
function build(start_ = `/${topic}`) {
  const clock = new TestClock(timeOf(20));
  let address = start_;
  let loop: ReportSink | undefined;
  let pages: DocumentPage[] = [];
  const drawn: string[] = [];
  const inputs: LoopInput[] = [];
  const writes: string[] = [];
  const refreshes: number[] = [];
  const url = () => new URL(address, 'https://portal.example');
  const draw = (next: DocumentPage[]) => {
    pages = next;
    drawn.push(pages[0]?.html.replace(/<[^>]*>/g, '') ?? 'nothing');
  };
  const model = new ViewerModel({
    clock,
    leavePage: () => false,
    history: {
      read: () => parseAddress(url()),
      readText: () => `${url().pathname}${url().search}${url().hash}`,
      write(next, mode) {
        address = next;
        writes.push(`${mode} ${next}`);
      },
    },
    surface: {
      show: (report) => draw(report.pages.map((html, n) => ({ name: 'P', html, styles: report.styles[n] ?? [] }))),
      goTo: () => undefined,
      apply(ops) {
        draw([{ name: 'P', html: page(Number(ops[0]?.[3])), styles: [] }]);
        return true;
      },
      clear: () => draw([]),
    },
    topics: {
      lists: { subscribe: () => () => undefined, getSnapshot: () => lists },
      start: () => undefined,
      stop: () => undefined,
      refresh: () => undefined,
    },
    makeReports(sink) {
      loop = sink;
      return {
        present: (now) => now,
        noteServerTime: () => undefined,
        status: { subscribe: () => () => undefined, getSnapshot: () => ({ state: 'live' }) },
        set: (input) => void inputs.push(input),
        refresh: () => void refreshes.push(clock.now()),
        stop: () => undefined,
      };
    },
    readRecents: () => [],
    isSlow: () => false,
    saveRecents: () => undefined,
  });
  model.start();
  const device = { off: 0 };
  const server = { newest: 10, asked: [] as PastQuestion[], answer: undefined as (() => PastAnswer) | undefined };
  const answerTo = ({ at, from }: Pick<PastQuestion, 'at' | 'from'>): PastAnswer => {
    const asked = typeof at === 'number' ? at : Math.floor((Date.parse(at) - start) / 1000);
    const version = Math.min(asked, server.newest);
    if (version < 3) return { kind: 'nothing', version: 0, utc: undefined, newer: server.newest - 2, isThinned: false };
    const found = { version, utc: timeOf(version), newer: server.newest - version, isThinned: false };
    const shown = { version, time: 'no_time', sender: 'ACME/bot' };
    if (from === undefined) return { kind: 'pages', report: { ...reportOf(version), canInteract: false }, ...found };
    return { kind: 'ops', ops: [[0, 'c', 0, String(version)]], shown, ...found };
  };
  const screen = new PastScreen({ model, content: { pages: () => pages } });
  const past: Past = new Past({
    ...{ model, screen, clock, chance: () => 0 },
    async fetch(question) {
      server.asked.push(question);
      return (server.answer ?? (() => answerTo(question)))();
    },
    firstAfter: async () => 9,
    oldest: () => timeOf(3),
    whenKnown: (tell) => list.whenKnown(tell),
    now: () => clock.now() + device.off,
  });
  const parsed = parseTopic(topic);
  if (!loop || !parsed) throw new Error('The model made no loop');
  const line = { versions: (): unknown => kept };
  const list: VersionsList = new VersionsList({
    ...{ call: scriptedCalls({ versions: () => line.versions() }).call, clock, topic: parsed },
    now: () => clock.now(),
    at: () => past.state.getState().at,
  });
  return {
    ...{ line, list, model, past, clock, device, drawn, inputs, writes, refreshes, server, loop, answerTo },
    settle: () => clock.advance(limits.past.scrub),
    info: () => model.view.info.getState().report,
    goBackTo(earlier: string) {
      address = earlier;
      model.readAddress();
    },
  };
}

/** The same, live at version 10. */
function live() {
  const built = build();
  built.loop.show(reportOf(10));
  const stop = built.past.start();
  return { ...built, stop };
}

test('a step back shows the version before, by steps, with its controls closed', async () => {
  const { past, drawn, settle, info, server, writes, model } = live();
  past.step(-1);
  await settle();
  expect([drawn.at(-1), server.asked[0]?.from]).toEqual(['9', 10]);
  expect(info()).toMatchObject({ version: 9, canInteract: false, shownAt: iso(9) });
  expect([past.state.getState().shown, past.newer]).toEqual([
    { at: timeOf(9), published: timeOf(9), version: 9, newer: 1 },
    1,
  ]);
  expect([writes.at(-1), model.isPast]).toEqual([`push /${topic}?at=2026-11-23T14:00:09Z`, true]);
});

test('what is published meanwhile is counted and not drawn, and is there at once on the way back', async () => {
  const { past, drawn, settle, loop, info, model, server } = live();
  past.step(-3);
  await settle();
  const before = drawn.length;
  loop.apply([[0, 'c', 0, '11']], { version: 11, time: 'no_time' });
  loop.apply([[0, 'c', 0, '12']], { version: 12, time: 'no_time' });
  expect([drawn.length, past.newer]).toEqual([before, 5]);
  const asked = server.asked.length;
  past.backToLive();
  expect([drawn.at(-1), server.asked.length]).toEqual(['12', asked]);
  expect(info()).toMatchObject({ version: 12, canInteract: true });
  expect([info()?.shownAt, model.isPast, past.state.getState().at]).toEqual([undefined, false, undefined]);
});

test('steps that are pressed faster than answers come add up, and on from the newest is live', async () => {
  const { past, drawn, settle, model } = live();
  for (let n = 0; n < 4; n++) past.step(-1);
  await settle();
  await settle();
  expect(drawn.at(-1)).toBe('6');
  past.step(10);
  await settle();
  expect([drawn.at(-1), model.isPast]).toEqual(['10', false]);
});

test('back from the oldest stays there, and on from a thinned time goes to what is kept after it', async () => {
  const { past, drawn, settle, server, answerTo } = live();
  past.step(-10);
  await settle();
  expect(drawn.at(-1)).toBe('3');
  const thinned: PastAnswer = {
    kind: 'ops',
    ops: [],
    shown: { version: 3, time: '', sender: '' },
    version: 3,
    utc: timeOf(3),
    newer: 1,
    isThinned: true,
  };
  server.answer = () => {
    const question = server.asked.at(-1);
    return question && question.at !== 4 ? answerTo(question) : thinned;
  };
  past.step(1);
  await settle();
  expect(drawn.at(-1)).toBe('9');
});

test('an address opens a moment without the live report before it, and Back and Forward go there and away', async () => {
  const built = build(`/${topic}?at=5`);
  const { past, drawn, settle, inputs, loop, info, goBackTo } = built;
  expect(inputs.at(-1)?.topic).toBeUndefined();
  past.start();
  expect(inputs.at(-1)?.topic).toBe(topic);
  loop.show(reportOf(10));
  await settle();
  expect([drawn, info()?.shownAt]).toEqual([['5'], iso(5)]);
  goBackTo(`/${topic}`);
  expect([drawn.at(-1), info()?.shownAt]).toEqual(['10', undefined]);
  goBackTo(`/${topic}?at=${iso(7)}`);
  await settle();
  expect(drawn.at(-1)).toBe('7');
});

test('steps that are pressed while a time is on its way begin there', async () => {
  const { past, drawn, settle, loop, model } = build(`/${topic}?at=${iso(7)}`);
  past.start();
  past.step(1);
  loop.show(reportOf(10));
  past.step(1);
  past.step(-4);
  await settle();
  await settle();
  expect(drawn).toEqual(['7', '5']);
  past.goTo(timeOf(9));
  past.step(1);
  await settle();
  await settle();
  expect([drawn.at(-1), model.isPast]).toEqual(['10', false]);
});

test('another moment takes back the steps from the one before', async () => {
  const { past, drawn, settle } = live();
  past.goTo(timeOf(5));
  past.step(-1);
  past.goTo(timeOf(8));
  await settle();
  await settle();
  expect(drawn.at(-1)).toBe('8');
});

test('scrubbing replaces the address, now and then', async () => {
  const { past, clock, writes, settle } = live();
  for (let version = 9; version >= 4; version--) {
    past.goTo(timeOf(version));
    await settle();
  }
  await clock.advance(limits.past.address);
  const moments = writes.filter((write) => write.includes('?at='));
  expect(moments[0]).toMatch(/^push .*:09Z$/);
  expect(moments.slice(1).every((write) => write.startsWith('replace'))).toBe(true);
  expect(moments.length).toBeLessThanOrEqual(3);
  expect(moments.at(-1)).toContain('14:00:04Z');
});

test('before all that is kept nothing is drawn, and it is no live report that is empty', async () => {
  const { past, settle, info } = live();
  past.goTo(timeOf(1));
  await settle();
  expect(info()).toMatchObject({ isEmpty: true, shownAt: iso(1) });
  expect(past.state.getState().shown).toEqual({ at: timeOf(1), version: 0, newer: 8 });
});

test('a right that is lost closes the past: nothing of the report is left on the screen', async () => {
  const { past, settle, loop, server, info, model, drawn, inputs } = live();
  past.step(-1);
  await settle();
  server.answer = () => ({ kind: 'closed' });
  loop.show({ ...reportOf(0), pages: [], pageNames: [], styles: [] });
  await settle();
  expect([info()?.isEmpty, drawn.at(-1), model.isPast]).toEqual([true, 'nothing', false]);
  expect(model.selection.getState().at).toBeUndefined();
  expect(inputs.map((input) => input.topic).slice(-2)).toEqual([topic, topic]);
});

test('a live report that cannot be put together from its deltas is asked for anew', async () => {
  const { past, settle, loop, inputs, drawn } = live();
  past.step(-1);
  await settle();
  loop.apply([[0, 'c', 77, 'no such cell']], { version: 11, time: 'no_time' });
  const before = inputs.length;
  past.backToLive();
  expect(inputs.slice(before).map((input) => input.topic)).toContain(undefined);
  expect([inputs.at(-1)?.topic, drawn.at(-1)]).toEqual([topic, 'nothing']);
});

test('steps that do not fit are made good in silence, a fault of this page is told to the console', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { past, settle, model, drawn } = live();
  const apply = vi.spyOn(model.view, 'apply');
  apply.mockImplementationOnce(() => {
    throw new OpMismatch('there is no cell 7');
  });
  past.step(-1);
  await settle();
  await settle();
  expect([drawn.at(-1), told.mock.calls]).toEqual(['9', []]);
  const fault = new TypeError('rows is undefined');
  apply.mockImplementationOnce(() => {
    throw fault;
  });
  past.step(-1);
  await settle();
  await settle();
  expect([drawn.at(-1), told.mock.calls]).toEqual(['8', [['Page error', fault]]]);
  told.mockRestore();
});

test('on from before all that is kept goes to the oldest', async () => {
  const { past, settle, drawn } = live();
  past.goTo(timeOf(1));
  await settle();
  past.step(1);
  await settle();
  expect(drawn.at(-1)).toBe('3');
});

test('a report that was removed can be looked at still', async () => {
  const { past, settle, loop, info, model } = live();
  past.step(-1);
  await settle();
  loop.show({ ...reportOf(0), pages: [], pageNames: [], styles: [] });
  await settle();
  expect([info()?.version, model.isPast]).toEqual([9, true]);
});

test('a moment that cannot be fetched is asked for again until it comes; what stands there stays what it is', async () => {
  const { past, settle, server, clock, drawn } = live();
  past.step(-1);
  await settle();
  server.answer = () => {
    throw new NetworkFailure(new Error('cut'));
  };
  past.goTo(timeOf(5));
  await settle();
  expect(past.state.getState()).toMatchObject({ at: timeOf(5), isFailed: true, shown: { version: 9 } });
  server.answer = undefined;
  await clock.advance(limits.pollRetry.most);
  expect([drawn.at(-1), past.state.getState().isFailed]).toEqual(['5', false]);
});

test('steps from another version than the shown one are not applied: the pages are asked for', async () => {
  const { past, settle, server, loop, drawn, answerTo } = live();
  server.answer = () => {
    server.answer = undefined;
    const question = server.asked.at(-1);
    loop.apply([[0, 'c', 0, '11']], { version: 11, time: 'no_time' });
    return question ? answerTo(question) : { kind: 'closed' };
  };
  past.step(-1);
  await settle();
  await settle();
  expect(server.asked.map(({ from }) => from)).toEqual([10, undefined]);
  expect(drawn.at(-1)).toBe('9');
});

test('another report is live, and the past of the one before is over', async () => {
  const { past, settle, loop, model, inputs } = live();
  past.step(-1);
  await settle();
  model.dispatch({ kind: 'recent', topic: 'ACME/FX/OTHER' });
  loop.clear();
  loop.show({ ...reportOf(4), topic: 'ACME/FX/OTHER' });
  expect([model.isPast, inputs.at(-1)?.topic]).toEqual([false, 'ACME/FX/OTHER']);
  expect(model.view.info.getState().report).toMatchObject({ topic: 'ACME/FX/OTHER', version: 4 });
});

test('a viewer that is left while the past is shown asks for nothing more', async () => {
  const { past, settle, stop, model, inputs, server } = live();
  past.step(-1);
  await settle();
  model.stop();
  const before = [inputs.length, server.asked.length];
  stop();
  await settle();
  expect([inputs.length, server.asked.length]).toEqual(before);
});

test('a moment in the future is the present: nothing that is to come is told as past', async () => {
  const { past, settle, info, clock, writes } = (() => {
    const built = build(`/${topic}?at=2030-01-01T00:00:00Z`);
    built.past.start();
    return built;
  })();
  const now = clock.now();
  expect(past.state.getState().at).toBe(now);
  await settle();
  expect(past.state.getState().shown).toMatchObject({ at: now, version: 10 });
  expect(info()?.shownAt).toBe(new Date(now).toISOString());
  await clock.advance(limits.past.address);
  expect(writes.at(-1)).toBe(`replace /${topic}?at=2026-11-23T14:00:20Z`);
});

test('what an address names is asked for and stays as it is where this clock is slow', async () => {
  const address = `/${topic}?at=2026-11-23T14:00:07Z`;
  const { past, device, drawn, settle, clock, server, writes } = build(address);
  device.off = -600_000;
  past.start();
  await settle();
  await clock.advance(limits.past.address);
  expect([server.asked.map(({ at }) => at), drawn.at(-1), writes]).toEqual([[iso(7)], '7', []]);
  expect(past.state.getState()).toMatchObject({ at: timeOf(7), shown: { at: timeOf(7), version: 7, newer: 3 } });
});

test('a version that does not exist yet is told, and the live report is shown', async () => {
  const { past, settle, loop, model, drawn, writes } = build(`/${topic}?at=99999`);
  past.start();
  loop.show(reportOf(10));
  await settle();
  expect(model.selection.getState()).toMatchObject({ at: undefined, ignored: { place: 'version', text: '99999' } });
  expect([drawn, model.isPast, past.isPast]).toEqual([['10'], false, false]);
  expect(writes).toEqual([`replace /${topic}`]);
});

test('where the next versions are no longer kept, what is shown says when it was published', async () => {
  const { past, settle, server, answerTo, info } = live();
  server.answer = () => {
    const question = server.asked.at(-1);
    const answer = answerTo({ at: 5, from: undefined });
    return question && 'version' in answer ? { ...answer, isThinned: true } : { kind: 'closed' };
  };
  past.goTo(timeOf(8));
  await settle();
  expect([info()?.shownAt, past.state.getState()]).toMatchObject([
    iso(5),
    { at: timeOf(8), shown: { at: timeOf(8), published: timeOf(5), before: { kind: 'time', at: timeOf(8) } } },
  ]);
  past.step(-1);
  await settle();
  expect(past.state.getState().shown).toEqual({ at: timeOf(5), published: timeOf(5), version: 5, newer: 5 });
});

test('a link to a thinned version names the one before it as that', async () => {
  const { past, settle, server, answerTo, info } = build(`/${topic}?at=8`);
  server.answer = () => {
    const answer = answerTo({ at: 5, from: undefined });
    return 'version' in answer ? { ...answer, isThinned: true } : answer;
  };
  past.start();
  await settle();
  expect(past.state.getState().shown).toMatchObject({ version: 5, before: { kind: 'version', version: 8 } });
  expect(info()?.shownAt).toBe(iso(5));
});

test('the past is one from the wish for it on: a key that leaves it need not wait for the answer', () => {
  const { past, model } = build(`/${topic}?at=7`);
  past.start();
  expect([past.state.getState().at, past.isPast]).toEqual([undefined, true]);
  past.backToLive();
  expect([past.isPast, model.selection.getState().at]).toEqual([false, undefined]);
});

test('before the live report has come, a step on from an address is the next version, and from nothing there is none', async () => {
  const { past, drawn, settle, server, model, loop } = build(`/${topic}?at=7`);
  past.start();
  await settle();
  past.step(1);
  await settle();
  expect([drawn.at(-1), model.isPast]).toEqual(['8', true]);
  loop.show(reportOf(10));
  past.step(2);
  await settle();
  expect([drawn.at(-1), model.isPast]).toEqual(['10', false]);

  const nothingYet = build();
  nothingYet.past.start();
  nothingYet.past.step(-1);
  await nothingYet.settle();
  expect([nothingYet.server.asked, nothingYet.model.isPast, server.asked.length]).toEqual([[], false, 2]);
});

/** A press on the left end of the strip before its times are known, what is done then, and the answer of the list. */
async function pressEarly(act: (built: ReturnType<typeof build>) => void, answer: () => unknown, at = '?at=7') {
  const built = build(`/${topic}${at}`);
  const { past, list, line, loop, settle, clock } = built;
  const come = Promise.withResolvers<void>();
  line.versions = async () => {
    await come.promise;
    return answer();
  };
  loop.show(reportOf(10));
  past.start();
  list.start();
  await settle();
  past.goToShare(0);
  expect(past.isEarly).toBe(true);
  act(built);
  come.resolve();
  await settle();
  await clock.advance(limits.past.address);
  const wentTo = built.server.asked.map((question) => question.at);
  return { ...built, hasGone: () => wentTo.includes(iso(3)) };
}

test('where the strip was pressed before its times are known is gone to once they are, from the past and from live', async () => {
  for (const at of ['?at=7', '']) {
    const { past, drawn, hasGone } = await pressEarly(
      () => undefined,
      () => kept,
      at,
    );
    expect([hasGone(), drawn.at(-1), past.isEarly]).toEqual([true, '3', false]);
  }
  const home = await pressEarly(
    ({ past }) => past.goToOldest(),
    () => kept,
    '',
  );
  expect([home.hasGone(), home.drawn.at(-1)]).toEqual([true, '3']);
});

test('what is done after a press whose time is not known takes its place', async () => {
  const acts: readonly ((built: ReturnType<typeof build>) => void)[] = [
    ({ past }) => past.backToLive(),
    ({ past }) => past.step(-1),
    ({ past }) => past.goTo(timeOf(5)),
    ({ goBackTo }) => goBackTo(`/${topic}?at=6`),
    ({ goBackTo }) => goBackTo(`/${topic}`),
    ({ model }) => model.dispatch({ kind: 'compare', compare: '2026-11-20' }),
  ];
  for (const act of acts) {
    const { past, hasGone } = await pressEarly(act, () => kept);
    expect([act.toString(), hasGone(), past.isEarly]).toEqual([act.toString(), false, false]);
  }
  const back = await pressEarly(
    ({ past }) => past.backToLive(),
    () => kept,
  );
  expect([back.drawn.at(-1), back.past.isPast]).toEqual(['10', false]);
});

test('a press in one report is not gone to in the next', async () => {
  for (const at of ['?at=7', '']) {
    const other = await pressEarly(
      ({ model }) => model.dispatch({ kind: 'recent', topic: 'ACME/FX/OTHER' }),
      () => kept,
      at,
    );
    expect([other.hasGone(), other.past.isEarly, other.past.isPast]).toEqual([false, false, false]);
  }
});

test('a press where nothing is kept, or on a list that fails, is over: what is kept later moves nothing', async () => {
  const cut = () => {
    throw new NetworkFailure(new Error('cut'));
  };
  for (const answer of [() => noneKept, cut]) {
    const { past, list, line, server, clock } = await pressEarly(() => undefined, answer, '');
    expect(past.isEarly).toBe(false);
    if (answer !== cut) {
      past.goToShare(0);
      expect(past.isEarly).toBe(false);
    }
    line.versions = () => kept;
    list.again();
    await clock.advance(limits.past.fresh);
    expect(list.state.getState().oldest).toBe(timeOf(3));
    expect([server.asked, past.isPast]).toEqual([[], false]);
  }
});
