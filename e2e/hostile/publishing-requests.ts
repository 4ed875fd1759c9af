import { gzipSync } from 'node:zlib';
import {
  bad,
  call,
  cells,
  edit,
  type HostileRequest,
  large,
  one,
  pageOf,
  patch,
  TOPIC,
  times,
  whole,
} from './request-makers.ts';

const toValues = 'publish/values/';
const noBook = '409 workbook_needed';
const set = (sheets: unknown) => ({ topic: TOPIC, sheets });
/** Values on a workbook. */
const values: readonly HostileRequest[] = [
  call(
    'values of 1,000,000 cells',
    toValues,
    set([{ name: 'S', cells: Array.from({ length: 1_000_000 }, (_, n) => ['A1', n]) }]),
    noBook,
    large,
    bad,
  ),
  call('a value of 11 MB', toValues, set([{ name: 'S', cells: [['A1', times(11_000_000, 'x')]] }]), noBook, bad),
  call('values of a range over a whole sheet', toValues, set([{ name: 'S', range: 'A:XFD', rows: [[1]] }]), noBook),
  call(
    '300,000 sheets with values',
    toValues,
    set(Array.from({ length: 300_000 }, () => ({ name: 'S' }))),
    noBook,
    bad,
  ),
  call(
    'values nested 100,000 deep',
    toValues,
    `{"topic":"${TOPIC}","sheets":${times(100_000, '[')}${times(100_000, ']')}}`,
    noBook,
    bad,
  ),
  call('a value of 1e999', toValues, `{"topic":"${TOPIC}","sheets":[{"name":"S","cells":[["A1",1e999]]}]}`, bad),
];

/** Publishes and what belongs to them. */
export const publishing: readonly HostileRequest[] = [
  call(
    'a cell with 60,000 spaces in an address',
    cells,
    patch([edit(`<a href="x${times(60_000, ' ')}y">x</a>`)]),
    '409 wrong_base_version',
    'taken',
  ),
  call('a cell of 11 MB', cells, patch([edit(times(11_000_000, 'x'))]), '409 wrong_base_version', large, 'taken'),
  call(
    'a cell of 11 MB of tags',
    cells,
    patch([edit(times(1_500_000, '<b>x</b>'))]),
    '409 wrong_base_version',
    large,
    'taken',
  ),
  call(
    '400,000 edits of one cell',
    cells,
    patch(Array.from({ length: 400_000 }, (_, n) => edit(`${n}`))),
    '409 wrong_base_version',
    'taken',
    large,
  ),
  call(
    '200,000 edits of cells that are not there',
    cells,
    patch(Array.from({ length: 200_000 }, (_, n) => edit('x', `Q${n}`))),
    large,
  ),
  call(
    'an edit of a cell named by a million letters',
    cells,
    patch([edit('x', times(1_000_000, 'A'))]),
    '409 wrong_base_version',
    '422 unknown_cell',
    bad,
  ),
  call(
    'an edit with a style of 1e308',
    cells,
    `{"topic":"ACME/HOSTILE/KEPT","baseVersion":1,"cells":[{"page":"Positions","cell":"A1","html":"x","s":1e308}]}`,
    bad,
  ),
  ...values,
  call('a report named by a million spaces', whole, { topic: times(1_000_000, ' '), pages: [] }, bad),
  call('a report named by 300,000 slashes', whole, { topic: times(300_000, '/'), pages: [] }, bad),
  call('a report named like what every object has', whole, { topic: 'ACME/__proto__/constructor', pages: [] }, bad),
  call(
    'a page named by a million spaces',
    whole,
    { topic: TOPIC, pages: [{ name: times(1_000_000, ' '), html: '' }] },
    '422 page_names_missing',
    bad,
    '422 bad_text',
  ),
  call(
    '10,000 pages',
    whole,
    { topic: TOPIC, pages: Array.from({ length: 10_000 }, (_, n) => ({ name: `P${n}`, html: 'x' })) },
    large,
  ),
  call(
    'pages that all are named alike',
    whole,
    { topic: TOPIC, pages: Array.from({ length: 100 }, () => ({ name: 'P', html: 'x' })) },
    '422 page_names_equal',
  ),
  call(
    'pages for 100 users of one name each',
    whole,
    { topic: TOPIC, pages: Array.from({ length: 100 }, (_, n) => ({ name: 'P', html: 'x', user: `ACME/u${n}` })) },
    'taken',
  ),
  call(
    '100,000 keys of metadata',
    whole,
    {
      topic: TOPIC,
      pages: [],
      metadata: Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`k${n}`, 'x'])),
    },
    large,
  ),
  call(
    '100 packed pages of 19 MB',
    whole,
    {
      topic: TOPIC,
      pages: Array.from({ length: 100 }, (_, n) => ({
        name: `P${n}`,
        html: gzipSync(times(19_000_000, 'x')).toString('base64'),
      })),
    },
    large,
    '429 too_many',
    '503 busy',
  ),
  call('a publish secret of a million letters', whole, { ...pageOf('x'), publishSecret: times(1_000_000, 'x') }, bad),
  call(
    'a connection for 100,000 reports',
    'publish/open/',
    { topics: Array.from({ length: 100_000 }, (_, n) => `ACME/X/R${n}`), instanceId: 'x' },
    bad,
    large,
  ),
  call(
    'a cursor of a million letters',
    'publish/controls/',
    { session: 'x', cursor: times(1_000_000, 'x'), waitMs: 1 },
    bad,
    large,
    '409 taken_over',
  ),
  call(
    '100,000 acknowledgements',
    'publish/ack/',
    { session: 'x', acks: Array.from({ length: 100_000 }, () => ({ id: 'x', status: 'updated' })) },
    bad,
    large,
    '409 taken_over',
  ),
  {
    name: 'a linked file named by 12,000 dots',
    send: one({
      method: 'PUT',
      path: `/api/v1/publish/linkedfiles/ACME/HOSTILE/KEPT/${times(6000, '..')}`,
      headers: { 'content-type': 'application/octet-stream' },
      body: 'x',
    }),
    outcomes: [bad, '404 not_found', '414', '422 bad_text', '422 reserved_name'],
  },
];
