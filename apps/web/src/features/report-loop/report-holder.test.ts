import { expect, test } from 'vitest';
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
