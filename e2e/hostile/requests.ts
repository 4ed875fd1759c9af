import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { type Answer, type Ask, ask, type Caller, json } from './ask.ts';

/** Something that a caller could send, and every outcome that is right: `taken`, `cut`, or a refusal's status and code. */
export interface HostileRequest {
  readonly name: string;
  readonly send: (caller: Caller) => Promise<readonly Answer[]>;
  readonly outcomes: readonly string[];
}

export const TOPIC = 'ACME/HOSTILE/REPORT';

const times = (count: number, text: string) => text.repeat(count);
const one =
  (request: Ask) =>
  async (caller: Caller): Promise<Answer[]> => [await ask(caller, request)];
const many =
  (count: number, request: (n: number) => Ask) =>
  (caller: Caller): Promise<Answer[]> =>
    Promise.all(Array.from({ length: count }, (_, n) => ask(caller, request(n))));
const call = (name: string, path: string, body: unknown, ...outcomes: string[]): HostileRequest => ({
  name,
  send: one({ path: `/api/v1/${path}`, body: typeof body === 'string' || Buffer.isBuffer(body) ? body : json(body) }),
  outcomes,
});
const signedIn = (name: string, path: string, body: unknown, ...outcomes: string[]): HostileRequest => ({
  name,
  send: one({ path: `/api/v1/${path}`, as: 'cookie', body: typeof body === 'string' ? body : json(body) }),
  outcomes,
});
const asSuper = (name: string, path: string, body: unknown, ...outcomes: string[]): HostileRequest => ({
  name,
  send: one({ path: `/api/v1/${path}`, as: 'super', body: json(body) }),
  outcomes,
});
const get = (
  name: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  ...outcomes: string[]
): HostileRequest => ({
  name,
  send: one({ method: 'GET', path, as: 'cookie', headers }),
  outcomes,
});

const whole = 'publish/report/';
const cells = 'publish/cells/';
const pageOf = (html: string) => ({ topic: TOPIC, pages: [{ name: 'P', html }] });
const edit = (html: string, cell = 'A1') => ({ page: 'Positions', cell, html });
const patch = (list: unknown) => ({ topic: 'ACME/HOSTILE/KEPT', baseVersion: 1, cells: list });
const bad = '400 malformed';
const large = '413 too_large';

/** A body of a report, packed to a thousandth. */
const bomb = () => gzipSync(json(pageOf(times(19_000_000, 'x'))));
const packedAs = (encoding: string, body: Buffer): Ask => ({
  path: `/api/v1/${whole}`,
  headers: { 'content-encoding': encoding },
  body,
});

/** Bodies, packed and plain. */
const bodies: readonly HostileRequest[] = [
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
    send: (caller) => many(1, () => packedAs('gzip', gzipSync(times(300_000_000, 'x'))))(caller),
    outcomes: [large],
  },
  {
    name: 'a body of 300 MB packed as br',
    send: (caller) => many(1, () => packedAs('br', brotliCompressSync(times(300_000_000, 'x'))))(caller),
    outcomes: [large],
  },
  {
    name: 'a body of 300 MB packed as zstd',
    send: (caller) => many(1, () => packedAs('zstd', zstdCompressSync(times(300_000_000, 'x'))))(caller),
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

/** Publishes and what belongs to them. */
const publishing: readonly HostileRequest[] = [
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

/** What viewers, admins and strangers send. */
const viewing: readonly HostileRequest[] = [
  signedIn(
    'a report named by a million plus signs',
    'reports/report/',
    {
      topic: times(1_000_000, '+'),
      reportTime: '',
      hasUserHtml: false,
      canInteract: false,
      browserId: 'l1',
      fromMobile: false,
      returnReport: true,
      numSnapshotDates: 0,
      isIe: false,
    },
    bad,
    large,
  ),
  signedIn('a count of 1e308', 'viewtopics/topicsdetails/', '{"currnumtopics":1e308}', bad, 'taken'),
  signedIn(
    'recent reports, 100,000',
    'accounts/usersettings/',
    { user: 'x', recentReports: Array.from({ length: 100_000 }, (_, n) => `ACME/X/R${n}`) },
    bad,
    large,
  ),
  signedIn(
    'an entry of a million letters',
    'reports/oncontrolaction/',
    { topic: 'ACME/HOSTILE/KEPT', attributeVal: 'A', controlVal: times(1_000_000, 'x') },
    bad,
    large,
    'taken',
  ),
  signedIn(
    'a control named by a million letters',
    'reports/oncontrolaction/',
    { topic: 'ACME/HOSTILE/KEPT', attributeVal: times(1_000_000, 'x'), controlVal: 'x' },
    bad,
    large,
    'taken',
  ),
  signedIn(
    'a watch of 100,000 reports',
    'live/watch/',
    { streamId: 'x', topics: Array.from({ length: 100_000 }, (_, n) => ({ topic: `ACME/X/R${n}`, version: 0 })) },
    bad,
    large,
  ),
  signedIn(
    'a new address of 100,000 dots',
    'accounts/changeemail/',
    { email: `a@${times(50_000, 'a.')}` },
    bad,
    large,
    'taken',
  ),
  signedIn(
    'a token for a million letters',
    `tokens/newtoken/?manualGen=true&tokenApp=${times(12_000, 'x')}`,
    '',
    bad,
    '414',
    '431',
    'taken',
  ),
  signedIn('a key named by a million spaces', 'tokens/apikeys/', { name: times(1_000_000, ' ') }, bad, large),
  signedIn(
    'rights for 100,000 names',
    'admin/gropicperms/',
    {
      gropic: 'ACME/HOSTILE',
      viewers: Array.from({ length: 100_000 }, (_, n) => `ACME/u${n}`),
      publishers: [],
      interactors: [],
      admins: [],
    },
    bad,
    large,
    'taken',
  ),
  signedIn(
    'a claim of a million letters',
    'admin/assumeadmin/',
    { gropic: `ACME/${times(1_000_000, 'X')}` },
    bad,
    large,
  ),
  signedIn(
    'a snapshot time of a million digits',
    'admin/snapshotsettings/',
    {
      captureSnapshot: true,
      gropic: 'ACME/HOSTILE',
      rollTime: times(1_000_000, '1'),
      rollTimeLocation: 'Chicago',
      backdate: false,
    },
    bad,
    large,
    'taken',
  ),
  signedIn(
    'members of 100,000 groups',
    'admin/getusers/',
    { principal: '', principalGroups: Array.from({ length: 100_000 }, (_, n) => `ACME/G${n}`) },
    bad,
    large,
    'taken',
  ),
  asSuper(
    'a user named by a million spaces',
    'admin/users/createuser/',
    { user: `ACME/${times(1_000_000, ' ')}`, email: 'a@example.com', associatedAdUser: '' },
    bad,
    large,
    'taken',
  ),
  asSuper(
    'a user whose address has 100,000 dots',
    'admin/users/createuser/',
    { user: 'ACME/dots', email: `a@${times(50_000, 'a.')}com`, associatedAdUser: '' },
    bad,
    large,
    'taken',
  ),
  asSuper(
    'a group of 100,000 members',
    'admin/usergroups/updateusergroup/',
    { group: 'ACME/G', members: Array.from({ length: 100_000 }, (_, n) => `ACME/u${n}`) },
    bad,
    large,
    'taken',
  ),
  asSuper(
    'a recovery of a day of a million digits',
    'admin/recoversettings/recover/',
    { settings: 'users', settingsDate: times(1_000_000, '1') },
    bad,
    large,
  ),
  asSuper(
    'an audit log asked for by 100,000 letters',
    'admin/audit/rows/',
    { actor: times(100_000, 'x') },
    bad,
    large,
    'taken',
    '404 not_found',
  ),
  {
    name: 'a password of a million letters',
    send: one({
      path: '/api/v1/accounts/login/',
      as: 'nobody',
      body: json({ user: 'ACME/x', password: times(1_000_000, 'x') }),
    }),
    outcomes: [bad, large, 'taken', '429 too_many'],
  },
  {
    name: 'a name of a million spaces signs in',
    send: one({
      path: '/api/v1/accounts/login/',
      as: 'nobody',
      body: json({ user: times(1_000_000, ' '), password: 'x' }),
    }),
    outcomes: [bad, large, 'taken', '429 too_many'],
  },
  {
    name: 'a stored login of a million letters',
    send: one({ path: '/api/v1/accounts/infologin/', as: 'nobody', body: json({ userinfo: times(1_000_000, 'x') }) }),
    outcomes: [bad, large, 'taken', '429 too_many'],
  },
  {
    name: 'a reset for an address of 100,000 dots',
    send: one({
      path: '/api/v1/accounts/resetpassword/',
      as: 'nobody',
      body: json({ email: `a@${times(50_000, 'a.')}` }),
    }),
    outcomes: [bad, large, 'taken', '429 too_many'],
  },
  {
    name: 'a new password of a million letters',
    send: one({
      path: '/api/v1/accounts/setpassword/',
      as: 'nobody',
      body: json({ user: 'ACME/x', emailKey: 'x', password: times(1_000_000, 'ab') }),
    }),
    outcomes: [bad, large, 'taken', '429 too_many'],
  },
  {
    name: 'a token exchanged by a version of 100,000 dots',
    send: one({
      path: '/api/v1/tokens/exchange/',
      as: 'nobody',
      body: json({ token: 'x', app: '', instanceId: 'x', version: times(50_000, '1.') }),
    }),
    outcomes: [bad, large, '401 not_signed_in', '403 not_allowed', '429 too_many'],
  },
  {
    name: '200 strangers sign in at once',
    send: many(200, (n) => ({
      path: '/api/v1/accounts/login/',
      as: 'nobody',
      body: json({ user: `ACME/s${n}`, password: 'a long password' }),
    })),
    outcomes: ['taken', '429 too_many', '429'],
  },
];

/** Addresses and headers. */
const addresses: readonly HostileRequest[] = [
  get(
    'an address of 12,000 plus signs',
    `/ACME/HOSTILE/${times(12_000, '+')}`,
    {},
    'taken',
    bad,
    '404 not_found',
    '414',
    '404',
  ),
  get(
    'an address of 4,000 broken escapes',
    `/ACME/HOSTILE/${times(4000, '%zz')}`,
    {},
    'taken',
    bad,
    '404 not_found',
    '400',
    '414',
  ),
  get('an address of 4,000 slashes', `/${times(4000, 'a/')}`, {}, 'taken', '404 not_found', '404', '414'),
  get('a question of 6,000 parts', `/?${times(6000, 'a&')}`, {}, 'taken', bad),
  get(
    'a date of 10,000 digits',
    `/ACME/HOSTILE/KEPT/${times(10_000, '1')}`,
    {},
    'taken',
    bad,
    '404 not_found',
    '404',
    '414',
  ),
  get('12,000 letters of cookies', '/', { cookie: times(4000, 'a=;') }, 'taken', '431', 'cut'),
  get('12,000 letters of languages', '/', { 'accept-language': times(3000, 'a;q,') }, 'taken', '431', 'cut'),
  get('12,000 letters of ways to pack', '/', { 'accept-encoding': times(2000, 'gzip;,') }, 'taken', '431', 'cut'),
  get(
    '6,000 ranges of a file',
    '/linkedfiles/ACME/HOSTILE/KEPT/x.txt',
    { range: `bytes=${times(3000, '0-0,')}` },
    '404 not_found',
    '404',
    '416',
    'taken',
    '431',
  ),
  get('a tag of 12,000 letters', '/', { 'if-none-match': times(3000, 'W/",') }, 'taken', '431', 'cut'),
  get('headers of 20,000 letters', '/', { 'x-a': times(20_000, 'x') }, bad, '431', 'cut'),
  get('a path of 12,000 dots', `/assets/${times(4000, '../')}`, {}, '404 not_found', '404', '400', bad, 'taken', '403'),
  get('a browser named by 12,000 digits', `/api/v1/live/stream/?browserId=l${times(12_000, '1')}`, {}, bad, '414'),
  get('a key of 12,000 letters', `/api/v1/accounts/getuser/?key=${times(12_000, 'x')}`, {}, bad, 'taken', '414'),
];

/** Every hostile request. */
export const hostileRequests: readonly HostileRequest[] = [...bodies, ...publishing, ...viewing, ...addresses];
