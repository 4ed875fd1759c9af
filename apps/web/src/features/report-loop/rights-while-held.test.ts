import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { pageOf, timeOf, topic } from './test-server.ts';
import { liveViewer, pollingViewer, type TestViewer } from './test-viewer.ts';

const held = ['isMidEntry', 'isDatePickerOpen'] as const;
const waitingUtc = '2026-11-20T14:32:05.000Z';

/** From now on the reader may interact, a snapshot is there and a publish waits. */
function changeRights({ server }: TestViewer): void {
  server.beforeReport = () => ({
    ...{ pages: [pageOf('new', 'new')], pageNames: ['Page 0'], styles: [[]], nodiff: false },
    ...{ version: server.version, time: timeOf(server.version), canInteract: true },
    ...{ snapshotDates: ['2026-11-20'], waitingUtc },
  });
  server.line.send('rights', { topic });
}

/** What a reader's screen has besides the pages. */
const beside = ({ sink }: TestViewer) => [sink.canInteract, sink.dates, sink.waitingUtc];
const all = [true, ['2026-11-20'], waitingUtc];

test('a report whose right is lost leaves the screen while a date is chosen or something is entered', async () => {
  for (const entry of held) {
    const viewer = await liveViewer();
    viewer.set({ [entry]: true });
    viewer.server.setRights(false);
    await viewer.clock.advance(0);
    expect([entry, viewer.sink.pages]).toEqual([entry, []]);
  }
});

test('a right that comes back during an entry brings the report back at once: nothing was left to be entered in', async () => {
  const viewer = await liveViewer();
  viewer.set({ isMidEntry: true });
  viewer.server.setRights(false);
  viewer.server.setRights(true);
  viewer.server.publishCell(0, '7');
  await viewer.clock.advance(limits.reportPollTick);
  expect([viewer.sink.pages, viewer.status]).toEqual([viewer.server.pages, { state: 'live' }]);
});

test('where the question for a lost right fails, it is asked again while the calendar stays open', async () => {
  const viewer = await liveViewer();
  viewer.set({ isDatePickerOpen: true });
  viewer.server.calls = 'down';
  viewer.server.setRights(false);
  await viewer.clock.advance(0);
  viewer.server.calls = 'up';
  await viewer.clock.advance(limits.pollRetry.most);
  expect(viewer.sink.pages).toEqual([]);
});

test('without news of a right nothing is asked while a date is chosen (spec 4)', async () => {
  const viewer = await pollingViewer();
  viewer.set({ isDatePickerOpen: true });
  const before = viewer.server.fetches.length;
  await viewer.clock.advance(60_000);
  expect(viewer.server.fetches).toHaveLength(before);
});

test('another right comes to a page under the hands of its reader, and the page stays as it is', async () => {
  for (const entry of held) {
    const viewer = await liveViewer();
    viewer.set({ [entry]: true });
    changeRights(viewer);
    await viewer.clock.advance(0);
    expect([viewer.sink.heard, ...beside(viewer)]).toEqual([['show 1'], ...all]);
    viewer.server.beforeReport = undefined;
    viewer.set({ [entry]: false });
    viewer.server.publishCell(0, 'later');
    await viewer.clock.advance(limits.reportPollTick);
    expect(viewer.sink.pages).toEqual(viewer.server.pages);
  }
});

test('another right comes to a paused report, whose news are heard on', async () => {
  const viewer = await liveViewer();
  viewer.set({ live: false });
  viewer.server.publishCell(0, 'second');
  await viewer.clock.advance(0);
  changeRights(viewer);
  await viewer.clock.advance(0);
  expect([viewer.sink.version, ...beside(viewer)]).toEqual([1, ...all]);
  expect(viewer.server.watches.at(-1)).toMatchObject({ topics: [{ topic, version: 1, canInteract: true }] });
  viewer.server.publishCell(0, 'third');
  await viewer.clock.advance(0);
  expect(viewer.status).toEqual({ state: 'paused', behind: 2 });
  viewer.server.beforeReport = undefined;
  viewer.server.setRights(false);
  await viewer.clock.advance(0);
  expect(viewer.sink.pages).toEqual([]);
});
