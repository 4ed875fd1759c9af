import { TestClock } from '@sheetwire/client/test-clock';
import { expect, test } from 'vitest';
import { parseAddress } from '#features/selection/address.ts';
import { isViewerPath } from '#features/selection/viewer-path.ts';
import type { LoopInput, ReportSink, ShownReport, TopicLists } from '#features/viewer-ports.ts';
import { ViewerModel } from './viewer-model.ts';

const report: ShownReport = {
  topic: 'ACME/FX/SPOT',
  pageNames: ['Positions', 'Limits'],
  pages: ['<p>one</p>', '<p>two</p>'],
  styles: [[], []],
  version: 7,
  time: '20261121090000000',
  sender: 'ACME/desk.publisher',
  metadata: {},
  snapshotDates: [],
  shownDate: null,
  canInteract: false,
  hasControls: false,
};
const lists: TopicLists = {
  isReady: true,
  entities: ['ACME'],
  groups: ['ACME/FX', 'ACME/RATES'],
  topics: ['ACME/FX/SPOT', 'ACME/RATES/DAILY'],
};

/** A viewer over an address bar, a surface and a loop that remember what they were told. */
function build(start: string, recents: string[] = [], { hasUnsent = false, early = lists, slow = '' } = {}) {
  let address = start;
  let ready: () => void = () => undefined;
  let known: TopicLists = { ...early, isReady: false };
  let sink: ReportSink | undefined;
  const writes: string[] = [];
  const shown: string[] = [];
  const listsAsked: number[] = [];
  const inputs: LoopInput[] = [];
  const saved: string[][] = [];
  const url = () => new URL(address, 'https://portal.example');
  const clock = new TestClock();
  const model = new ViewerModel({
    clock,
    leavePage: () => hasUnsent,
    history: {
      read: () => (isViewerPath(url().pathname) ? parseAddress(url()) : undefined),
      readText: () => `${url().pathname}${url().search}${url().hash}`,
      write(next, mode) {
        address = next;
        writes.push(`${mode} ${next}`);
      },
    },
    surface: {
      show: (_, page) => void shown.push(`show ${page}`),
      goTo: (page) => void shown.push(`page ${page}`),
      apply: (ops) => ops.length > 0,
      clear: () => void shown.push('clear'),
    },
    topics: {
      lists: {
        subscribe(listener) {
          ready = listener;
          return () => undefined;
        },
        getSnapshot: () => known,
      },
      start: () => undefined,
      stop: () => undefined,
      refresh: () => void listsAsked.push(shown.length),
    },
    makeReports(given) {
      sink = given;
      return {
        present: (now) => now,
        noteServerTime: () => undefined,
        status: { subscribe: () => () => undefined, getSnapshot: () => ({ state: 'waiting' }) },
        set: (input) => void inputs.push(input),
        refresh: () => undefined,
        stop: () => undefined,
      };
    },
    readRecents: () => recents,
    isSlow: (topic) => topic === slow,
    saveRecents: (list) => void saved.push(list),
  });
  model.start();
  return {
    ...{ model, writes, shown, inputs, saved, recents, clock, listsAsked },
    sink: () => {
      if (!sink) throw new Error('The model made no loop');
      return sink;
    },
    listsCome() {
      known = lists;
      ready();
    },
    goBackTo(earlier: string) {
      address = earlier;
      model.readAddress();
    },
  };
}

test('the report that the address names is asked for before the lists are there', () => {
  const { inputs, writes } = build('/acme/fx/spot');
  expect(inputs.at(-1)).toMatchObject({ topic: 'ACME/FX/SPOT', date: undefined, live: true });
  expect(writes).toEqual(['replace /ACME/FX/SPOT']);
});

test('the first recent report opens without a history entry of its own', () => {
  const { listsCome, writes, inputs } = build('/', ['ACME/RATES/DAILY']);
  listsCome();
  expect(writes).toEqual(['replace /ACME/RATES/DAILY']);
  expect(inputs.at(-1)?.topic).toBe('ACME/RATES/DAILY');
});

test('a recent report that was slow to draw waits for its reader on the home page', () => {
  const { model, listsCome, writes, inputs } = build('/', ['ACME/RATES/DAILY'], { slow: 'ACME/RATES/DAILY' });
  listsCome();
  expect([inputs.at(-1)?.topic, model.heldBack]).toEqual([undefined, 'ACME/RATES/DAILY']);
  expect(model.selection.getState().areSettingsHidden).toBe(false);
  model.dispatch({ kind: 'recent', topic: 'ACME/RATES/DAILY' });
  expect([inputs.at(-1)?.topic, model.heldBack]).toEqual(['ACME/RATES/DAILY', undefined]);
  expect(writes.at(-1)).toBe('push /ACME/RATES/DAILY');
});

test('a slow report that an address names opens, and one that may be viewed no more is not offered', () => {
  const named = build('/ACME/RATES/DAILY', ['ACME/RATES/DAILY'], { slow: 'ACME/RATES/DAILY' });
  named.listsCome();
  expect(named.inputs.at(-1)?.topic).toBe('ACME/RATES/DAILY');
  const gone = build('/', ['ACME/RATES/GONE'], { slow: 'ACME/RATES/GONE' });
  gone.listsCome();
  expect(gone.model.heldBack).toBeUndefined();
});

test('on the way to another page, whose script still loads, the viewer leaves the address alone', () => {
  const { goBackTo, listsCome, writes, inputs } = build('/ACME/FX/SPOT', ['ACME/FX/SPOT']);
  goBackTo('/account');
  listsCome();
  expect(writes).toEqual([]);
  expect(inputs.at(-1)?.topic).toBe('ACME/FX/SPOT');
});

test('a report that is there no more has the lists asked for, a report that never was has not', () => {
  const { sink, listsAsked } = build('/ACME/FX/SPOT');
  const nothing = { ...report, pageNames: [], pages: [], styles: [], version: 0, time: 'no_time' };
  sink().show(nothing);
  sink().show(report);
  expect(listsAsked).toHaveLength(0);
  sink().show(nothing);
  sink().show(nothing);
  expect(listsAsked).toHaveLength(1);
});

test('another report is pushed, pausing and turning pages replace', () => {
  const { model, listsCome, writes } = build('/ACME/FX/SPOT');
  listsCome();
  model.dispatch({ kind: 'recent', topic: 'ACME/RATES/DAILY' });
  model.dispatch({ kind: 'live', isLive: false });
  model.dispatch({ kind: 'tab', tab: 'limits' });
  expect(writes).toEqual([
    'push /ACME/RATES/DAILY',
    'replace /ACME/RATES/DAILY?paused=true',
    'replace /ACME/RATES/DAILY?paused=true#limits',
  ]);
});

test('Back shows what the address names and writes nothing', () => {
  const { model, writes, inputs, goBackTo } = build('/ACME/FX/SPOT');
  model.dispatch({ kind: 'date', date: '2026-11-19' });
  writes.length = 0;
  goBackTo('/ACME/FX/SPOT');
  expect(writes).toEqual([]);
  expect(inputs.at(-1)?.date).toBeUndefined();
});

test('a shown report moves to the front of the recent list, an empty one does not', () => {
  const { sink, saved } = build('/ACME/FX/SPOT', ['ACME/RATES/DAILY', 'ACME/FX/SPOT']);
  sink().show({ ...report, pages: [], pageNames: [], version: 0, time: 'no_time' });
  expect(saved).toEqual([]);
  sink().show(report);
  expect(saved).toEqual([['ACME/FX/SPOT', 'ACME/RATES/DAILY']]);
});

test('the next versions of a shown report leave the recent list as another tab made it', () => {
  const { sink, saved, recents } = build('/ACME/FX/SPOT', ['ACME/RATES/DAILY']);
  sink().show(report);
  expect(saved).toEqual([['ACME/FX/SPOT', 'ACME/RATES/DAILY']]);
  recents.splice(0, recents.length, 'ACME/RATES/DAILY', 'ACME/FX/SPOT');
  sink().apply([[0, 'c', 0, 'new']], { version: 8, time: '20261121090001000' });
  sink().show({ ...report, version: 9 });
  expect(saved).toHaveLength(1);
  sink().clear();
  sink().show(report);
  expect(saved.at(-1)).toEqual(['ACME/FX/SPOT', 'ACME/RATES/DAILY']);
});

test('a day before the first snapshot is a selected report too, once the lists say that it may be viewed', () => {
  const none = { ...report, pages: [], pageNames: [], styles: [], version: 0, time: 'no_time' };
  const { sink, saved, listsCome } = build('/ACME/FX/SPOT/1999-12-31', ['ACME/RATES/DAILY'], {
    early: { ...lists, topics: [] },
  });
  sink().show(none);
  expect(saved).toEqual([]);
  listsCome();
  expect(saved).toEqual([['ACME/FX/SPOT', 'ACME/RATES/DAILY']]);
  const hidden = build('/ACME/FX/OTHER/1999-12-31');
  hidden.listsCome();
  hidden.sink().show({ ...none, topic: 'ACME/FX/OTHER' });
  expect(hidden.saved).toEqual([]);
});

test('the page of the hash is shown, and a delta moves version and time', () => {
  const { model, sink, shown } = build('/ACME/FX/SPOT#limits');
  sink().show(report);
  expect(shown).toEqual(['show 1']);
  sink().apply([[0, 'c', 0, 'new']], { version: 8, time: '20261121090001000' });
  expect(model.view.info.getState().report).toMatchObject({ version: 8, time: '20261121090001000' });
});

test('what was typed is on its way for 50 ms before its page goes', async () => {
  const { model, sink, shown, clock } = build('/ACME/FX/SPOT', [], { hasUnsent: true });
  sink().show(report);
  model.dispatch({ kind: 'tab', tab: 'limits' });
  await clock.advance(49);
  expect(shown).toEqual(['show 0']);
  await clock.advance(1);
  expect(shown).toEqual(['show 0', 'page 1']);
});

test('a delta that does not fit is refused, so that the loop fetches', () => {
  const { model, sink } = build('/ACME/FX/SPOT');
  sink().show(report);
  expect(() => sink().apply([], { version: 8, time: '' })).toThrow('does not fit');
  expect(model.view.info.getState().report?.version).toBe(7);
});

test('an open date picker holds the loop', () => {
  const { model, inputs } = build('/ACME/FX/SPOT');
  model.holdForDate(true);
  expect(inputs.at(-1)?.isDatePickerOpen).toBe(true);
  model.holdForDate(false);
  expect(inputs.at(-1)?.isDatePickerOpen).toBe(false);
});

test('a viewer that is left is not started again by a calendar or an entry that ends with it', () => {
  const { model, inputs } = build('/ACME/FX/SPOT');
  model.holdForDate(true);
  model.holdForEntry(true);
  model.stop();
  const { length } = inputs;
  model.holdForEntry(false);
  model.holdForDate(false);
  expect(inputs).toHaveLength(length);
});
