import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib';
import { json } from './ask.ts';
import {
  bad,
  bomb,
  call,
  type HostileRequest,
  large,
  many,
  one,
  packedAs,
  pageOf,
  TOPIC,
  times,
  whole,
} from './request-makers.ts';

/** What is unpacked is the same however long somebody took to pack it. */
const fast = { level: 1 };
const fastBrotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const most = () => Buffer.alloc(300_000_000, 'x');

/** Bodies, packed and plain. */
export const bodies: readonly HostileRequest[] = [
  {
    name: '120 packed bodies of 19 MB at once',
    send: (caller) => {
      const body = bomb();
      return many(120, () => packedAs('gzip', body))(caller);
    },
    outcomes: ['taken', '429 too_many', '503 busy'],
  },
  {
    name: 'a packed body of 300 MB',
    send: (caller) => many(1, () => packedAs('gzip', gzipSync(most(), fast)))(caller),
    outcomes: [large],
  },
  {
    name: 'a body of 300 MB packed as br',
    send: (caller) => many(1, () => packedAs('br', brotliCompressSync(most(), fastBrotli)))(caller),
    outcomes: [large],
  },
  {
    name: 'a body of 300 MB packed as zstd',
    send: (caller) => many(1, () => packedAs('zstd', zstdCompressSync(most())))(caller),
    outcomes: [large],
  },
  {
    name: 'a packed body that is cut short',
    send: one(packedAs('gzip', gzipSync(json(pageOf('x'))).subarray(0, 30))),
    outcomes: [bad],
  },
  {
    name: 'a body that says it is packed and is not',
    send: one(packedAs('gzip', Buffer.from(json(pageOf('x'))))),
    outcomes: [bad],
  },
  {
    name: 'a body packed in a way that nobody knows',
    send: one(packedAs(times(5000, 'x,'), Buffer.from('x'))),
    outcomes: ['415 wrong_media_type'],
  },
  call('300,000 lists within lists', whole, times(300_000, '['), bad),
  call('300,000 objects within objects', whole, times(300_000, '{"a":'), bad),
  call('a million keys', whole, `{${Array.from({ length: 1_000_000 }, (_, n) => `"k${n}":1`).join(',')}}`, bad),
  call('a key that every object has', whole, '{"__proto__":{"topic":"A/B/C"},"pages":[]}', bad),
  call('a number of a million digits', whole, `{"topic":${times(1_000_000, '1')}}`, bad),
  call(
    '3 million escaped characters',
    whole,
    `{"topic":"${TOPIC}","pages":[{"name":"P","html":"${times(3_000_000, '\\u0041')}"}]}`,
    'taken',
  ),
  call('no JSON of 19 MB', whole, times(19_000_000, ' '), bad),
  call('a body over the limit', whole, times(60_000_000, ' '), large),
  call('bytes that are no text', whole, Buffer.alloc(5_000_000, 0xff), bad),
  {
    name: 'a type of 12,000 parameters',
    send: one({
      path: `/api/v1/${whole}`,
      headers: { 'content-type': `application/json${times(6000, ';a')}` },
      body: '{}',
    }),
    outcomes: [bad, '415 wrong_media_type', 'cut', '431'],
  },
];
