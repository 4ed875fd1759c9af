import { setImmediate as nextTurn } from 'node:timers/promises';
import { branded } from '@sheetwire/rules/name';
import { afterEach, expect, test, vi } from 'vitest';
import type { Append } from '#ports/report-log.ts';
import { encodeAppend } from './encode-append.ts';
import { decodeFrame } from './frame.ts';
import { unpack } from './packing.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

function wholeOf(length: number): Append {
  const facts = { version: 1, time: '20261121120000000', sender: 'ACME/ann' };
  const pages = [{ name: 'P', user: null, html: 'x'.repeat(length), styles: [] }];
  const report = { ...facts, pages, metadata: {}, holdControls: false, cleaner: 1 };
  const none = { viewSecret: undefined, publishSecret: undefined };
  return { ...facts, ...none, topic: branded<'Topic'>('ACME/A/B'), base: 0, change: { kind: 'whole', report } };
}

test.each([
  ['a short report is written for the store at once', 1000, true],
  ['a long report is written for the store in a turn of its own', 1_200_000, false],
])('%s', async (_, length, isAtOnce) => {
  const write = vi.spyOn(Buffer.prototype, 'writeUInt32LE');
  const encoding = encodeAppend(wholeOf(length));
  await new Promise(process.nextTick);
  expect(write.mock.calls.length > 0).toBe(isAtOnce);
  await nextTurn();
  expect(write).toHaveBeenCalled();
  const { pages } = decodeFrame(await unpack((await encoding).body));
  expect(pages.map(({ html }) => html.length)).toEqual([length]);
});
