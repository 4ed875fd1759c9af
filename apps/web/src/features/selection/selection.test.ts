import { expect, test } from 'vitest';
import type { TopicLists } from '#features/viewer-ports.ts';
import { parseAddress } from './address.ts';
import {
  isOtherReport,
  isOtherView,
  type Known,
  nothingSelected,
  type Selection,
  type SelectionEvent,
  select,
  toAddress,
  topicOf,
} from './selection.ts';

const topics = ['ACME/RATES/DAILY', 'ACME/RATES/WEEK+END', 'ACME/FX/SPOT', 'DEMO/DESK/DAILY'];

function lists(over: Partial<TopicLists> = {}): TopicLists {
  return {
    isReady: true,
    entities: [...new Set(topics.map((topic) => topic.split('/')[0] ?? ''))],
    groups: [...new Set(topics.map((topic) => topic.split('/').slice(0, 2).join('/')))],
    topics,
    ...over,
  };
}

function run(events: SelectionEvent[], known: Partial<Known> = {}, from: Selection = nothingSelected): Selection {
  const all = { lists: lists(), recents: [], isSlow: () => false, ...known };
  return events.reduce((selection, event) => select(selection, event, all), from);
}

function at(address: string): SelectionEvent {
  return { kind: 'address', address: parseAddress(new URL(address, 'https://portal.example')) };
}

test('choosing an entity clears group and report, choosing a group clears the report', () => {
  const chosen = run([at('/ACME/RATES/DAILY')]);
  expect(run([{ kind: 'entity', entity: 'ACME' }], {}, chosen)).toMatchObject({
    entity: 'ACME',
    group: '',
    report: '',
  });
  expect(run([{ kind: 'group', group: 'FX' }], {}, chosen)).toMatchObject({ entity: 'ACME', group: 'FX', report: '' });
});

test('a single group is selected by itself', () => {
  expect(run([{ kind: 'entity', entity: 'DEMO' }])).toMatchObject({ entity: 'DEMO', group: 'DESK', report: '' });
});

test('a single entity is selected by itself once the lists are there', () => {
  const one = lists({ entities: ['DEMO'], groups: ['DEMO/DESK'], topics: ['DEMO/DESK/DAILY'] });
  expect(run([{ kind: 'lists' }], { lists: one })).toMatchObject({
    entity: 'DEMO',
    group: 'DESK',
    areSettingsHidden: false,
  });
});

test('a recent report sets all three fields and hides the settings when no date is chosen', () => {
  const shown: Selection = { ...nothingSelected, areSettingsHidden: false };
  const recent: SelectionEvent = { kind: 'recent', topic: 'ACME/FX/SPOT' };
  expect(topicOf(run([recent], {}, shown))).toBe('ACME/FX/SPOT');
  expect(run([recent], {}, shown).areSettingsHidden).toBe(true);
  expect(run([recent], {}, { ...shown, date: '2026-11-19' }).areSettingsHidden).toBe(false);
});

test('the recent report that is shown, selected again, keeps its page and hides the settings when no date is chosen', () => {
  const shown = run([at('/ACME/FX/SPOT?settings=true&compare=2026-11-19#limits')]);
  const recent: SelectionEvent = { kind: 'recent', topic: 'ACME/FX/SPOT' };
  expect(run([recent], {}, shown)).toEqual({ ...shown, areSettingsHidden: true });
  const day = run([at('/ACME/FX/SPOT/2026-11-19?settings=true')]);
  expect(run([recent], {}, day)).toEqual(day);
});

test('with nothing selected the first recent report opens, otherwise the settings show', () => {
  expect(topicOf(run([at('/'), { kind: 'lists' }], { recents: ['DEMO/DESK/DAILY', 'ACME/FX/SPOT'] }))).toBe(
    'DEMO/DESK/DAILY',
  );
  expect(run([at('/'), { kind: 'lists' }]).areSettingsHidden).toBe(false);
});

test('a recent report that may be viewed no more does not open by itself', () => {
  const recents = ['ACME/RATES/GONE', 'ACME/FX/SPOT'];
  const events = [at('/'), { kind: 'lists' }] as const;
  expect(topicOf(run([...events], { recents }))).toBe('ACME/FX/SPOT');
  const none = { recents, lists: lists({ entities: ['ACME'], groups: [], topics: [] }) };
  expect(topicOf(run([...events], none))).toBeUndefined();
});

test('before the lists are ready nothing is chosen', () => {
  const waiting = { lists: lists({ isReady: false }), recents: ['DEMO/DESK/DAILY'] };
  expect(run([at('/'), { kind: 'lists' }], waiting)).toEqual(nothingSelected);
});

test('settings hide only while a report is selected', () => {
  expect(run([{ kind: 'settings', isHidden: true }]).areSettingsHidden).toBe(false);
  expect(run([at('/ACME/FX/SPOT'), { kind: 'settings', isHidden: false }]).areSettingsHidden).toBe(false);
  expect(run([at('/ACME/FX/SPOT'), { kind: 'settings', isHidden: true }]).areSettingsHidden).toBe(true);
});

test('a name with spaces resolves to the one with plus signs', () => {
  expect(topicOf(run([at('/acme/rates/week%20end')]))).toBe('ACME/RATES/WEEK+END');
  expect(topicOf(run([at('/acme/rates/week+end')]))).toBe('ACME/RATES/WEEK+END');
  const both = lists({ topics: [...topics, 'ACME/RATES/WEEK END'] });
  expect(topicOf(run([at('/acme/rates/week%20end')], { lists: both }))).toBe('ACME/RATES/WEEK END');
});

test('several spaces in an address, of whatever kind, are one', () => {
  const known = { lists: lists({ topics: [...topics, 'ACME/RATES/DAILY PNL'] }) };
  for (const report of [
    'daily%20%20pnl',
    'daily%C2%A0pnl',
    'daily+pnl',
    'daily++pnl',
    'daily+%20pnl',
    'daily%E3%80%80pnl',
  ])
    expect(topicOf(run([at(`/acme/rates/${report}`)], known))).toBe('ACME/RATES/DAILY PNL');
  expect(topicOf(run([at('/?entity=acme&group=rates&report=daily++pnl')], known))).toBe('ACME/RATES/DAILY PNL');
  expect(topicOf(run([at('/acme/rates/week++end')]))).toBe('ACME/RATES/WEEK+END');
});

test('a report that is not in the lists stays selected', () => {
  expect(topicOf(run([at('/ACME/OTHER/SECRET')]))).toBe('ACME/OTHER/SECRET');
});

test('the hash metadata turns metadata on, and turning it off leaves that page', () => {
  const on = run([at('/ACME/FX/SPOT#metadata')]);
  expect(on).toMatchObject({ isMetadataShown: true, tab: 'metadata' });
  expect(run([{ kind: 'metadata', isShown: false }], {}, on)).toMatchObject({ isMetadataShown: false, tab: '' });
});

test('paused=true pauses and settings=true shows the settings', () => {
  expect(run([at('/ACME/FX/SPOT?paused=true&settings=true')])).toMatchObject({
    isLive: false,
    areSettingsHidden: false,
  });
});

test('another report or date is a new history entry, a tab or a pause is not', () => {
  const before = run([at('/ACME/FX/SPOT')]);
  expect(isOtherReport(before, run([{ kind: 'date', date: '2026-11-19' }], {}, before))).toBe(true);
  expect(isOtherReport(before, run([{ kind: 'tab', tab: 'limits' }], {}, before))).toBe(false);
  expect(isOtherReport(before, run([{ kind: 'live', isLive: false }], {}, before))).toBe(false);
  const compared = run([{ kind: 'compare', compare: '2026-11-19' }], {}, before);
  expect([isOtherReport(before, compared), isOtherView(before, compared)]).toEqual([false, true]);
});

test('a comparison lasts over tabs and days, ends with another report, and never is one of a thing with itself', () => {
  const compared = run([at('/ACME/FX/SPOT?compare=2026-11-19')]);
  const after = (event: SelectionEvent) => run([event], {}, compared).compare;
  expect(after({ kind: 'tab', tab: 'limits' })).toBe('2026-11-19');
  expect(after({ kind: 'lists' })).toBe('2026-11-19');
  expect(after({ kind: 'date', date: '2026-11-18' })).toBe('2026-11-19');
  expect(after({ kind: 'date', date: '2026-11-19' })).toBeUndefined();
  expect(after({ kind: 'recent', topic: 'ACME/RATES/DAILY' })).toBeUndefined();
  expect(after(at('/ACME/RATES/DAILY?compare=2026-11-19'))).toBe('2026-11-19');
  expect(run([at('/ACME/FX/SPOT?compare=live')]).compare).toBeUndefined();
  expect(run([at('/ACME/FX/SPOT/2026-11-19?compare=live')]).compare).toBe('live');
});

test('a moment of the past lasts over tabs and lists, and ends with live, a day, a comparison or another report', () => {
  const past = run([at('/ACME/FX/SPOT?at=7')]);
  const after = (event: SelectionEvent) => run([event], {}, past).at;
  expect(after({ kind: 'tab', tab: 'limits' })).toBe(7);
  expect(after({ kind: 'lists' })).toBe(7);
  expect(after({ kind: 'at', at: 8 })).toBe(8);
  expect(after({ kind: 'live', isLive: false })).toBe(7);
  expect(after({ kind: 'live', isLive: true })).toBeUndefined();
  expect(after({ kind: 'date', date: '2026-11-18' })).toBeUndefined();
  expect(after({ kind: 'compare', compare: '2026-11-18' })).toBeUndefined();
  expect(after({ kind: 'recent', topic: 'ACME/RATES/DAILY' })).toBeUndefined();
  expect(after(at('/ACME/RATES/DAILY?at=9'))).toBe(9);
});

test('into the past and out of it is a new history entry, from one moment to another is not', () => {
  const live = run([at('/ACME/FX/SPOT')]);
  const past = run([{ kind: 'at', at: 7 }], {}, live);
  expect([isOtherView(live, past), isOtherView(past, live)]).toEqual([true, true]);
  expect(isOtherView(past, run([{ kind: 'at', at: 8 }], {}, past))).toBe(false);
});

test('that a date was ignored is told until a date, CLEAR or another report is chosen', () => {
  const told = run([at('/ACME/FX/SPOT/1899-12-31'), at('/ACME/FX/SPOT'), { kind: 'lists' }]);
  expect([told.date, told.ignored]).toEqual([undefined, { place: 'date', text: '1899-12-31' }]);
  const after = (event: SelectionEvent) => run([event], {}, told).ignored?.text;
  expect(after({ kind: 'tab', tab: 'limits' })).toBe('1899-12-31');
  expect(after({ kind: 'date', date: undefined })).toBeUndefined();
  expect(after({ kind: 'date', date: '2026-11-19' })).toBeUndefined();
  expect(after(at('/ACME/RATES/DAILY'))).toBeUndefined();
  expect(after(at('/ACME/FX/SPOT/2026-11-19'))).toBeUndefined();
});

test('what was ignored is told of the live report alone, and a version that does not exist like it', () => {
  const told = run([at('/ACME/FX/SPOT?at=yesterday')]);
  expect(told.ignored?.text).toBe('yesterday');
  expect(run([{ kind: 'at', at: 7 }], {}, told).ignored).toBeUndefined();
  const none = run([at('/ACME/FX/SPOT?at=99999&paused=true'), { kind: 'noversion', version: 99_999 }]);
  expect(none).toMatchObject({ at: undefined, isLive: true, ignored: { place: 'version', text: '99999' } });
});

test('a comparison of two other days shows the later one, and its end what was shown before', () => {
  const compared = run([at('/ACME/FX/SPOT'), { kind: 'compare', compare: '2026-11-18', date: '2026-11-19' }]);
  expect([compared.date, compared.compare]).toEqual(['2026-11-19', '2026-11-18']);
  const ended = run([{ kind: 'compare', compare: undefined }], {}, compared);
  expect([ended.date, ended.compare]).toEqual([undefined, undefined]);
  const again = run([{ kind: 'compare', compare: '2026-11-17', date: '2026-11-18' }], {}, compared);
  expect(run([{ kind: 'compare', compare: undefined }], {}, again).date).toBeUndefined();
  const fromDay = run([
    ...[at('/ACME/FX/SPOT/2026-11-20'), { kind: 'compare', compare: '2026-11-18', date: '2026-11-19' } as const],
    { kind: 'compare', compare: undefined },
  ]);
  expect(fromDay.date).toBe('2026-11-20');
});

test('a day that a comparison brought does not stay when another report is opened', () => {
  const compared = run([at('/ACME/FX/SPOT'), { kind: 'compare', compare: '2026-11-18', date: '2026-11-19' }]);
  const after = (...events: SelectionEvent[]) => run(events, {}, compared).date;
  expect(after({ kind: 'recent', topic: 'ACME/RATES/DAILY' })).toBeUndefined();
  expect(after({ kind: 'entity', entity: 'DEMO' }, { kind: 'report', report: 'DAILY' })).toBeUndefined();
  expect(after({ kind: 'group', group: 'RATES' })).toBeUndefined();
  expect(after({ kind: 'tab', tab: 'limits' })).toBe('2026-11-19');
  expect(after({ kind: 'address', address: toAddress(compared) }, { kind: 'report', report: 'DAILY' })).toBeUndefined();
});

test('a day that was chosen, or that an address names, stays when another report is opened', () => {
  const compared = run([at('/ACME/FX/SPOT'), { kind: 'compare', compare: '2026-11-18', date: '2026-11-19' }]);
  const after = (...events: SelectionEvent[]) => run(events, {}, compared).date;
  const recent: SelectionEvent = { kind: 'recent', topic: 'ACME/RATES/DAILY' };
  expect(after({ kind: 'date', date: '2026-11-19' }, recent)).toBe('2026-11-19');
  expect(after({ kind: 'date', date: '2026-11-16' }, recent)).toBe('2026-11-16');
  expect(after(at('/ACME/FX/SPOT/2026-11-19'), recent)).toBe('2026-11-19');
  expect(run([at('/ACME/FX/SPOT/2026-11-19?compare=2026-11-18'), recent]).date).toBe('2026-11-19');
});

test('an address that comes from a selection gives the same selection', () => {
  const chosen = run([at('/ACME/FX/SPOT/2026-11-19?paused=true&compare=live#limits')]);
  expect(run([{ kind: 'address', address: toAddress(chosen) }])).toEqual(chosen);
});
