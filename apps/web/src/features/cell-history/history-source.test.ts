import { parseTopic } from '@sheetwire/rules/topic';
import { expect, test } from 'vitest';
import { ReportView } from '#features/viewer/report-view.ts';
import type { ShownReport } from '#features/viewer-ports.ts';
import { followShown } from './history-source.ts';

/** The history of a cell of a report, which is shown at version 1. */
function build(name: string) {
  const topic = parseTopic(name);
  if (!topic) throw new Error(`${name} is no topic`);
  const surface = { show: () => undefined, goTo: () => undefined, apply: () => true, clear: () => undefined };
  const view = new ReportView(surface, () => 0);
  const report: ShownReport = {
    ...{ topic, version: 1, pageNames: ['P'], pages: ['<p>1</p>'], styles: [[]], time: 'no_time', sender: 'ACME/bot' },
    ...{ metadata: {}, snapshotDates: [], shownDate: null, canInteract: false, hasControls: false },
  };
  view.show(report);
  const told: string[] = [];
  const stop = followShown(
    { model: { view }, topic },
    (isOtherVersion) => void told.push(isOtherVersion ? 'version' : 'moment'),
    () => void told.push('lost'),
  );
  return { view, report, told, stop };
}

test('a history goes on with the next version, also of a report whose name holds a dot', () => {
  for (const name of ['ACME/FX/EUR.USD', 'ACME/FX.G10/SPOT', 'ACME/FX/SPOT']) {
    const { view, told } = build(name);
    view.apply([], { version: 2, time: 'no_time' });
    expect([name, told]).toEqual([name, ['version']]);
  }
});

test('a history closes with its report: when another is shown, it is empty, or nothing is', () => {
  const other = build('ACME/FX/EUR.USD');
  other.view.show({ ...other.report, topic: 'ACME/FX/EUR' });
  const empty = build('ACME/FX/EUR.USD');
  empty.view.show({ ...empty.report, pages: [], pageNames: [], styles: [] });
  const none = build('ACME/FX/EUR.USD');
  none.view.clear();
  expect([other.told, empty.told, none.told]).toEqual([['lost'], ['lost'], ['lost']]);
});

test('a history is told that the version it is of is past now, or is live again', () => {
  const { view, report, told } = build('ACME/FX/EUR.USD');
  view.show({ ...report, shownAt: '2026-11-23T14:00:01Z' });
  view.show({ ...report, shownAt: '2026-11-23T14:00:01Z' });
  view.show(report);
  view.apply([], { version: 2, time: 'no_time', shownAt: '2026-11-23T14:00:02Z' });
  expect(told).toEqual(['moment', 'moment', 'version']);
});
