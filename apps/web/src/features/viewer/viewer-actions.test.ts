import { expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { nothingSelected, type SelectionEvent } from '#features/selection/selection.ts';
import { tabsOf } from '#features/selection/tabs.ts';
import type { ReportInfo } from './report-view.ts';
import { type ViewerActionDeps, viewerActions } from './viewer-actions.ts';

const report: ReportInfo = {
  ...{ topic: 'DEMO/DESK/DAILY', pageNames: ['Positions', 'P&L'], version: 3, time: 'no_time', sender: '' },
  ...{ metadata: {}, snapshotDates: ['2026-11-18', '2026-11-19'], shownDate: null, isEmpty: false },
  ...{ canInteract: false, hasControls: false },
};

function offer(change: Partial<ViewerActionDeps['selection']> = {}) {
  const done: (SelectionEvent | 'refresh')[] = [];
  const isOn = createStore(() => true);
  const selection = { ...nothingSelected, entity: 'DEMO', group: 'DESK', report: 'DAILY', ...change };
  const tabs = tabsOf(report.pageNames, selection.isMetadataShown);
  const deps: ViewerActionDeps = {
    model: { dispatch: (event) => void done.push(event), reports: { refresh: () => void done.push('refresh') } },
    ...{ selection, tabs, tab: tabs[0], report },
    flash: { isOn, set: (isNowOn) => isOn.setState(isNowOn, true) },
  };
  const list = (typed = '', moment?: string) => viewerActions(deps, typed, moment);
  const run = (id: string, typed = '', moment?: string) =>
    list(typed, moment)
      .find((action) => action.id === id)
      ?.run();
  return { done, isOn, list, run };
}

test('nothing is offered while no report is chosen', () => {
  expect(offer({ report: '' }).list()).toEqual([]);
});

test('the pages of the open report are offered, and which one is shown', () => {
  const { list, run, done } = offer();
  const pages = list().filter(({ group }) => group === 'Pages');
  expect(pages.map(({ text, note }) => [text, note])).toEqual([
    ['Positions', 'shown'],
    ['P&L', undefined],
  ]);
  run('page:p&l');
  expect(done).toEqual([{ kind: 'tab', tab: 'p&l' }]);
});

test('pausing, settings, metadata and flashes are offered as what they would do now', () => {
  const { list, run, done, isOn } = offer();
  const texts = list().map(({ text }) => text);
  expect(texts).toEqual(expect.arrayContaining(['Pause', 'Show Settings', 'Show Metadata', 'Refresh']));
  for (const id of ['live', 'settings', 'metadata', 'refresh', 'flash']) run(id);
  expect(done).toEqual([
    { kind: 'live', isLive: false },
    { kind: 'settings', isHidden: false },
    { kind: 'metadata', isShown: true },
    { kind: 'tab', tab: 'metadata' },
    'refresh',
  ]);
  expect(isOn.getState()).toBe(false);
  const other = offer({ isLive: false, areSettingsHidden: false, isMetadataShown: true }).list();
  expect(other.map(({ text }) => text)).toEqual(
    expect.arrayContaining(['Update Live', 'HIDE SETTINGS', 'Hide Metadata']),
  );
});

test('a day is gone to by its snapshot, or by a date that is typed in full', () => {
  const { list, run, done } = offer();
  const days = list().filter(({ id }) => id.startsWith('day:'));
  expect(days.map(({ text, isFoundOnly }) => [text, isFoundOnly])).toEqual([
    ['Snapshot 2026-11-19', true],
    ['Snapshot 2026-11-18', true],
  ]);
  run('day:2026-11-18');
  run('day:2026-11-20', '20261120');
  expect(list('2026-11-19').filter(({ id }) => id === 'day:2026-11-19')).toHaveLength(1);
  expect(done).toEqual([
    { kind: 'date', date: '2026-11-18' },
    { kind: 'date', date: '2026-11-20' },
  ]);
});

test('from a day there is a way back to the live report', () => {
  const { run, done } = offer({ date: '2026-11-19' });
  run('day:live');
  expect(done).toEqual([{ kind: 'date', date: undefined }]);
});

test('a time that is typed is gone to, and never the snapshot of its day in its place', () => {
  const { list, run, done } = offer();
  const [typed, moment] = ['2026-11-19 17:00', '2026-11-19T17:00:00.000Z'];
  expect(list(typed, moment).filter(({ icon }) => icon === 'history')).toMatchObject([{ text: `As of ${typed}` }]);
  run('moment', typed, moment);
  expect(done).toEqual([{ kind: 'at', at: moment }]);
  expect(list('2026-11-20 5:00 PM').some(({ id }) => id === 'day:2026-11-20')).toBe(false);
});
