import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseKeytab } from './keytab.ts';

function counted(text: string): Buffer {
  const bytes = Buffer.from(text);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/** One entry as MIT writes it; a long version follows the key where there is one. */
function entry(parts: readonly string[], realm: string, versions: readonly [number, number?] = [3]): Buffer {
  const [short, long] = versions;
  const count = Buffer.from([0, parts.length]);
  const times = Buffer.from([0, 0, 0, 1, 0x65, 0, 0, 0, short, 0, 18]);
  const end = Buffer.alloc(long === undefined ? 0 : 4);
  if (long !== undefined) end.writeUInt32BE(long);
  const key = counted('a key that nobody reads');
  return Buffer.concat([count, counted(realm), ...parts.map(counted), times, key, end]);
}

function sized(body: Buffer, sign = 1): Buffer {
  const size = Buffer.alloc(4);
  size.writeInt32BE(sign * body.length);
  return Buffer.concat([size, body]);
}

const magic = Buffer.from([5, 2]);
const web = entry(['HTTP', 'portal.acme.test'], 'ACME.TEST');

test('the services of a keytab are read with realm, version and kind of key', () => {
  const host = entry(['host', 'portal.acme.test'], 'ACME.TEST', [7]);
  expect(parseKeytab(Buffer.concat([magic, sized(web), sized(host)]))).toEqual([
    { service: 'HTTP/portal.acme.test', realm: 'ACME.TEST', version: 3, kind: 18 },
    { service: 'host/portal.acme.test', realm: 'ACME.TEST', version: 7, kind: 18 },
  ]);
});

test('a version above 255 stands after the key', () => {
  const bytes = Buffer.concat([magic, sized(entry(['HTTP', 'a'], 'R', [1, 257]))]);
  expect(parseKeytab(bytes)?.map(({ version }) => version)).toEqual([257]);
});

test('a deleted entry is skipped', () => {
  const bytes = Buffer.concat([magic, sized(entry(['HTTP', 'old'], 'R'), -1), sized(web)]);
  expect(parseKeytab(bytes)?.map(({ service }) => service)).toEqual(['HTTP/portal.acme.test']);
});

test('an empty keytab holds nothing', () => {
  expect(parseKeytab(magic)).toEqual([]);
});

test.each([
  ['nothing', Buffer.alloc(0)],
  ['another version', Buffer.concat([Buffer.from([5, 1]), sized(web)])],
  ['a text file', Buffer.from('HTTP/portal.acme.test')],
  ['an entry longer than the file', Buffer.concat([magic, sized(web).subarray(0, 30)])],
  ['a name longer than its entry', Buffer.concat([magic, sized(Buffer.from([0, 1, 0xff, 0xff, 65]))])],
])('%s is no keytab', (_, bytes) => {
  expect(parseKeytab(bytes)).toBeUndefined();
});

test('no bytes make the parser fail', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      parseKeytab(Buffer.concat([magic, bytes]));
    }),
  );
});
