/** What the page of capacity reckons from: what is assumed of use, and what was measured; the names are those of the page. */
export const inputNames = [
  'viewers',
  'reports',
  'versions',
  'delta',
  'overhead',
  'busy',
  'streams',
  'deliver',
  'follow',
  'comeBack',
  'memory',
  'kernel',
  'base',
  'lastCall',
  'look',
  'write',
  'message',
  'connections',
  'maxConnections',
] as const;

export type Inputs = Readonly<Record<(typeof inputNames)[number], number>>;

/** A line of the results. */
export interface Result {
  readonly what: string;
  readonly value: string;
}

const PER_MINUTE = 60;
const MILLION = 1e6;
const BITS = 8;
const GIB_OF_KB = 1024 ** 2;
/** Servers that may be away at once. */
const SPARE = 1;
const UPKEEP_S = 5;

/**
 * What it takes, by what one viewer and one version cost. A balancer spreads viewers by chance, so that each server has
 * viewers of every report and follows all of them.
 */
export function reckon(given: Inputs): readonly Result[] {
  const servers = serversFor(given);
  const present = servers - SPARE;
  const each = given.viewers / present;
  const ofVersions = given.reports * given.versions;
  const main = (each * given.versions * given.deliver + ofVersions * given.follow) / MILLION;
  const perSecond = given.viewers / PER_MINUTE;
  const people = (perSecond * (given.lastCall + given.look)) / MILLION;
  const publishing = (ofVersions * given.write) / MILLION;
  const sent = given.viewers * given.versions * (given.delta + given.overhead);
  return [
    line('servers, one of them spare', servers, ''),
    line('streams of one server while one is away', each, ''),
    line('its main thread, of one core', main * 100, '%'),
    line('its memory', (given.base * 1024 + each * (given.memory + given.kernel)) / GIB_OF_KB, 'GiB'),
    line('what it sends to viewers', (sent * BITS) / present / MILLION, 'Mbit/s'),
    line('cores of all servers, two each', servers * 2, ''),
    line('deliveries a second, all servers', given.viewers * given.versions, ''),
    line('what all servers send to viewers', (sent * BITS) / MILLION / 1000, 'Gbit/s'),
    line('PostgreSQL: connections', servers * given.connections, ''),
    line('PostgreSQL: versions a second', ofVersions, ''),
    line('PostgreSQL: commits of last calls a second', servers / UPKEEP_S, ''),
    line('PostgreSQL: rows of last calls a second', perSecond, ''),
    line('PostgreSQL: CPU of versions, of one core', publishing * 100, '%'),
    line('PostgreSQL: CPU of sessions, of one core', people * 100, '%'),
    line('NATS: what it receives', (ofVersions * given.message * BITS) / MILLION, 'Mbit/s'),
    line('NATS: what it sends', (ofVersions * given.message * servers * BITS) / MILLION, 'Mbit/s'),
    line('a server dies: CPU of each other server until all viewers are back', backTime(given, each, present), 's'),
  ];
}

/** The bounds, in the order in which they are met as viewers or versions grow; more servers help against none but the first. */
export function bounds(given: Inputs): readonly Result[] {
  const ofVersions = given.reports * given.versions;
  const free = given.busy * MILLION - ofVersions * given.follow;
  const ofSessions = (given.lastCall + given.look) / PER_MINUTE / MILLION;
  const forVersions = (CORES_OF_POSTGRES * given.busy - given.viewers * ofSessions) * MILLION;
  const afterVersions = CORES_OF_POSTGRES * given.busy - (ofVersions * given.write) / MILLION;
  return [
    line('streams of one server, by its main thread', free / (given.versions * given.deliver), ''),
    line('streams of one server, by open files', given.streams, ''),
    line(
      'servers, by the connections that PostgreSQL accepts by default',
      given.maxConnections / given.connections,
      '',
    ),
    line(
      'versions a second that a server can follow if it does nothing else',
      (given.busy * MILLION) / given.follow,
      '',
    ),
    line('versions a second, by the CPU of PostgreSQL with four cores', forVersions / given.write, ''),
    line('viewers, by their sessions in PostgreSQL with four cores', afterVersions / ofSessions, ''),
  ];
}

const CORES_OF_POSTGRES = 4;

/** As few as carry all while one is away. */
function serversFor(given: Inputs): number {
  const free = given.busy * MILLION - given.reports * given.versions * given.follow;
  const byThread = free / (given.versions * given.deliver);
  return Math.ceil(given.viewers / Math.min(byThread, given.streams)) + SPARE;
}

function backTime({ comeBack }: Inputs, each: number, present: number): number {
  return (each * comeBack) / MILLION / Math.max(1, present - 1);
}

const DIGITS = 3;

/** To three digits: no input is known better. */
function line(what: string, value: number, unit: string): Result {
  const rounded = Number(value.toPrecision(DIGITS));
  return { what, value: `${rounded.toLocaleString('en-US', { maximumFractionDigits: 2 })} ${unit}`.trim() };
}

/** Reads the inputs from the rows of the page; throws for one that is not there. */
export function inputsOf(page: string): Inputs {
  const rows = new Map([...page.matchAll(/^\| `(\w+)` \| ([\d,.]+) /gm)].map(([, name, value]) => [name, value]));
  const read = (name: string): number => {
    const value = Number((rows.get(name) ?? '').replaceAll(',', '') || Number.NaN);
    if (!Number.isFinite(value)) throw new Error(`the page has no input ${name}`);
    return value;
  };
  return {
    viewers: read('viewers'),
    reports: read('reports'),
    versions: read('versions'),
    delta: read('delta'),
    overhead: read('overhead'),
    busy: read('busy'),
    streams: read('streams'),
    deliver: read('deliver'),
    follow: read('follow'),
    comeBack: read('comeBack'),
    memory: read('memory'),
    kernel: read('kernel'),
    base: read('base'),
    lastCall: read('lastCall'),
    look: read('look'),
    write: read('write'),
    message: read('message'),
    connections: read('connections'),
    maxConnections: read('maxConnections'),
  };
}

/** The rows of a table. */
export function rowsOf(results: readonly Result[]): string[] {
  return results.map(({ what, value }) => `| ${what} | ${value} |`);
}
