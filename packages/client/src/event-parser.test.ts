import { limits } from '@sheetwire/contract/limits';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EventParser } from './event-parser.ts';
import { readLiveEvent } from './live-event.ts';

test('when to come back is told as soon as it is read, and only where it is a number', () => {
  expect(new EventParser().push('retry: 180\n\nretry: soon\n\nretry: 99999999\n\n')).toEqual([
    { name: 'retry', data: '180' },
  ]);
});

test('an event is its name and its data, comments and unknown fields are passed over', () => {
  const parser = new EventParser();
  expect(parser.push(':\n\nid: 5\nevent: hello\ndata: {"streamId":"s1"}\n\n')).toEqual([
    { name: 'hello', data: '{"streamId":"s1"}' },
  ]);
});

test('lines may end in CRLF and data may have several lines', () => {
  expect(new EventParser().push('event:a\r\ndata:1\r\ndata: 2\r\n\r\n')).toEqual([{ name: 'a', data: '1\n2' }]);
});

test('however a stream is cut into pieces, its events are the same', () => {
  const wire = 'event: hello\ndata: {"streamId":"s"}\n\n:\n\nevent: rights\r\ndata: {"topic":"A/B/é€"}\r\n\r\n';
  const whole = new EventParser().push(wire);
  expect(whole).toHaveLength(2);
  fc.assert(
    fc.property(fc.array(fc.nat(wire.length), { maxLength: 20 }), (cuts) => {
      const parser = new EventParser();
      const at = [0, ...cuts.sort((a, b) => a - b), wire.length];
      const events = at.flatMap((start, n) => parser.push(wire.slice(start, at[n + 1] ?? start)));
      expect(events).toEqual(whole);
    }),
  );
});

test('an event beyond the limit is named as such, and the next one is read', () => {
  const parser = new EventParser();
  const events = [];
  parser.push('event: delta\ndata: ');
  const piece = 'x'.repeat(64 * 1024);
  for (let sent = 0; sent <= limits.maxStreamEvent; sent += piece.length) events.push(...parser.push(piece));
  events.push(...parser.push('\ndata: y\n\nevent: rights\ndata: 1\n\n'));
  expect(events).toEqual([
    { name: 'oversized', data: '' },
    { name: 'rights', data: '1' },
  ]);
});

test('a comment that never ends holds no memory and no event', () => {
  const parser = new EventParser();
  expect(parser.push(`:${'x'.repeat(limits.maxStreamEvent)}`)).toEqual([]);
  expect(parser.push('\n\n')).toEqual([{ name: 'oversized', data: '' }]);
});

test('every event of the contract is read, others are passed over', () => {
  const delta = {
    topic: 'A/B/C',
    from: 1,
    to: 2,
    time: '20261121120000000',
    ops: [
      [0, 'c', 5, '1'],
      [0, 'p', ''],
    ],
  };
  const read = (name: string, data: unknown) => readLiveEvent({ name, data: JSON.stringify(data) });
  expect(read('delta', delta)).toEqual({ name: 'delta', data: delta });
  expect(read('changed', { topic: 'A/B/C', version: 2, more: 1 })?.data).toEqual({ topic: 'A/B/C', version: 2 });
  expect(read('topics', { added: ['A/B/C'], removed: [] })?.data).toEqual({ added: ['A/B/C'], removed: [] });
  expect(read('publisher', { topic: 'A/B/C', seenUtc: 'x' })?.name).toBe('publisher');
  expect(read('admin', { kind: 'users' })?.data).toEqual({ kind: 'users' });
  expect(read('session', { reason: 'ended' })?.name).toBe('session');
  expect(read('later', {})).toBeUndefined();
  expect(read('constructor', {})).toBeUndefined();
});

test('a malformed event is no event', () => {
  const ops = [[0, 'c', 5, '1']];
  const wrong = [
    { topic: 'A/B/C', from: '1', to: 2, time: '', ops },
    { topic: 'A/B/C', from: 1, to: 2, time: '', ops: [[0, 'x', 5, '1']] },
    { topic: 'A/B/C', from: 1, to: 2, time: '', ops: [[0, 'c', -1, '1']] },
    { topic: 'A/B/C', from: 1, to: 2, time: '', ops: {} },
    null,
    7,
  ];
  for (const data of wrong) expect(readLiveEvent({ name: 'delta', data: JSON.stringify(data) })).toBeUndefined();
  expect(readLiveEvent({ name: 'delta', data: '{' })).toBeUndefined();
});
