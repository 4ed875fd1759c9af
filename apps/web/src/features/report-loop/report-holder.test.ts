import { expect, test } from 'vitest';
import { pageOf, timeOf, topic } from './test-server.ts';
import { liveViewer } from './test-viewer.ts';

test('what could not be drawn to its end does not stay under the name of another report', async () => {
  const viewer = await liveViewer();
  viewer.sink.show = () => {
    throw new TypeError('rows is undefined');
  };
  viewer.server.publishWhole('whole');
  await viewer.clock.advance(0);
  viewer.set({ date: '2026-11-19' });
  expect([viewer.sink.heard.at(-1), viewer.sink.pages]).toEqual(['clear', []]);
});

test('a snapshot of a later day in which nothing changed is told by its day', async () => {
  const viewer = await liveViewer();
  const shown = { pages: [pageOf('1', '2')], pageNames: ['Page 0'], styles: [[]], version: 1, time: timeOf(1) };
  viewer.server.beforeReport = () => ({ ...shown, nodiff: false, shownDate: '2026-11-26' });
  viewer.set({ date: '2026-11-27' });
  await viewer.clock.advance(0);
  expect(viewer.status).toEqual({ state: 'snapshot', date: '2026-11-26' });
  viewer.server.beforeReport = () => ({ nodiff: true, shownDate: '2026-11-27' });
  viewer.server.line.send('admin', { kind: 'dates', gropic: topic });
  await viewer.clock.advance(0);
  expect(viewer.status).toEqual({ state: 'snapshot', date: '2026-11-27' });
});
