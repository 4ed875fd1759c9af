import { limits } from '@sheetwire/contract/limits';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Inbox } from './inbox.ts';
import { encodePayload } from './wire.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const { gatherGaps } = limits.bus;

function inbox() {
  const heard: string[] = [];
  const box = new Inbox('here', (fault) => heard.push(String(fault)));
  box.onMessage((message) => heard.push(message.kind));
  box.onGap(() => heard.push('gap'));
  const gapOf = (node: string, ...messages: string[]) =>
    box.receive(encodePayload({ node, messages, isGap: true }), true);
  return { box, heard, gapOf };
}

test('the gaps of one restart of the broker are told as one, after every message that came with them', () => {
  const { box, heard, gapOf } = inbox();
  box.gap();
  for (let n = 0; n < 9; n++) gapOf(`node ${n}`, JSON.stringify({ kind: 'rights' }));
  expect(heard).toEqual(Array.from({ length: 9 }, () => 'rights'));
  vi.advanceTimersByTime(gatherGaps);
  expect(heard.slice(9)).toEqual(['gap']);
  gapOf('node 1');
  vi.advanceTimersByTime(gatherGaps);
  expect(heard.slice(9)).toEqual(['gap', 'gap']);
});

test('gaps that keep coming are told again and again, and none once the line is to end', () => {
  const { box, heard, gapOf } = inbox();
  for (let n = 0; n < 10; n++) {
    gapOf('node 1');
    vi.advanceTimersByTime(gatherGaps / 2);
  }
  expect(heard).toEqual(['gap', 'gap', 'gap', 'gap', 'gap']);
  gapOf('node 1');
  box.stop();
  vi.advanceTimersByTime(gatherGaps);
  expect(heard).toHaveLength(5);
});

test('once the line is to end nothing is told any more, though it comes back meanwhile', () => {
  const { box, heard, gapOf } = inbox();
  box.stop();
  gapOf('node 1', JSON.stringify({ kind: 'rights' }));
  box.lineIsBack();
  vi.advanceTimersByTime(gatherGaps);
  expect(heard).toEqual([]);
});

test('a line that was lost may have missed something until that is told', () => {
  const { box, heard } = inbox();
  const seen = [box.mayMiss];
  box.lineIsLost();
  seen.push(box.mayMiss);
  box.lineIsBack();
  seen.push(box.mayMiss);
  vi.advanceTimersByTime(gatherGaps);
  expect([heard, ...seen, box.mayMiss]).toEqual([['gap'], false, true, true, false]);
});
