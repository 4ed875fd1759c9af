import { createHash } from 'node:crypto';
import { zstdCompressSync } from 'node:zlib';
import type { Row } from './former-store.ts';

/** The report of the former store, and one that is shown to who knows its secret. */
export const DAILY = 'ACME/RATES/DAILY';
export const SECRET = 'ACME/RATES/SECRET';
/** The newest version of the first; the whole report, the version before it and the one that all are replayed from. */
export const NEWEST = 40;
const WHOLE = 21;
const PUT_ASIDE = 20;
const KEYFRAME = 30;
/** Cells of the last step: so long that it was packed. */
export const LONG = 200;
/** The cleaner of those days: pages are cleaned again before they are used. */
const CLEANER = 2;
const minute = 60_000;

/** What the first cell shows at a version. */
export function shownAt(version: number): string {
  return `figure ${version}`;
}

/** The page of the newest version. */
export function newestPage(): string {
  return pageOf(shownAt(NEWEST), shownLast);
}

/** What the page shows below the first cell, from the newest version on. */
export function shownLast(n: number): string {
  return `cell ${n} of the last step`;
}

/** The tables of reports as that version wrote them, by its clock at `at`, epoch ms. */
export function formerReports(at: number): Record<string, readonly Row[]> {
  const steps = Array.from({ length: NEWEST }, (_, n) => stepOf(n + 1, at));
  const keyframe = frameOf(KEYFRAME, at);
  const since = steps.slice(KEYFRAME);
  const secret = frameOf(1, at);
  return {
    topic: [
      {
        ...headOf(DAILY, NEWEST, at),
        ...{ keyframe_version: KEYFRAME, keyframe_bytes: keyframe.length, replay: since.length },
        replay_bytes: since.reduce((sum, { body }) => sum + body.length, 0),
      },
      { ...headOf(SECRET, 1, at), view_secret: 'hash of a secret', keyframe_version: 1, keyframe_bytes: secret.length },
      // One that was removed.
      { ...headOf('ACME/RATES/GONE', 2, at), is_live: 0, keyframe_version: 2, keyframe_bytes: secret.length },
    ],
    version: [
      ...steps,
      { ...stepOf(1, at), topic: SECRET },
      { ...stepOf(2, at), topic: 'ACME/RATES/GONE', is_whole: 1, body: new Uint8Array(0), is_packed: 1 },
    ],
    keyframe: [
      { topic: DAILY, version: KEYFRAME, body: keyframe },
      { topic: SECRET, version: 1, body: secret },
      { topic: 'ACME/RATES/GONE', version: 2, body: frameOf(2, at, []) },
    ],
    snapshot_content: [{ topic: DAILY, version: PUT_ASIDE, body: frameOf(PUT_ASIDE, at), kept_at: at }],
    ...snapshots(at),
  };
}

function snapshots(at: number): Record<string, readonly Row[]> {
  const html = pageAt(5);
  const hash = createHash('sha256').update(html).digest('hex');
  const of = { topic: DAILY, date: '2026-11-20' };
  return {
    blob: [{ hash, body: zstdCompressSync(Buffer.from(html)) }],
    snapshot: [
      {
        ...{ ...of, captured_at: at, version: 5, time: timeAt(5, at), sender: 'ACME/bot' },
        ...{ metadata: '{"Source":"book"}', hold_controls: 0, cleaner: CLEANER },
      },
    ],
    snapshot_page: [{ ...of, place: 0, name: 'Rates', user_name: null, styles: '["color:red"]', hash }],
    snapshot_setting: [
      {
        ...{ gropic: DAILY, captures: 1, time: '18:00', location: 'Europe/London', backdates: 0 },
        ...{ due_at: at + 600 * minute, due_date: '2026-11-21', last_due_at: at - 840 * minute },
      },
    ],
    snapshot_run: [
      {
        ...{ topic: SECRET, due_at: at - minute, date: '2026-11-19', claimed_by: 'a server', claimed_until: at - 1 },
        tries: 1,
      },
    ],
  };
}

function headOf(topic: string, version: number, at: number) {
  return {
    ...{ topic, version, time: timeAt(version, at), sender: 'ACME/bot', is_live: 1, view_secret: null },
    ...{ publish_secret: null, reserved_to: version, changed_at: at, keyframe_version: 0, keyframe_bytes: 0 },
    ...{ replay: 0, replay_bytes: 0 },
  };
}

interface Step {
  readonly [column: string]: Row[string];
  readonly body: Uint8Array;
}

function stepOf(version: number, at: number): Step {
  const isWhole = version === 1 || version === WHOLE;
  const isPacked = isWhole || version === NEWEST;
  const json = Buffer.from(JSON.stringify(opsOf(version)));
  const packed = isPacked ? zstdCompressSync(json) : json;
  return {
    ...{ topic: DAILY, version, from_version: version - 1, time: timeAt(version, at), sender: 'ACME/bot' },
    ...{ is_whole: Number(isWhole), replay: isWhole ? 0 : 1, is_packed: Number(isPacked) },
    ...{ body: isWhole ? new Uint8Array(0) : new Uint8Array(packed), created_at: momentAt(version, at) },
  };
}

function opsOf(version: number): unknown[] {
  const first = [0, 'c', 0, shownAt(version)];
  if (version !== NEWEST) return [first];
  return [first, ...Array.from({ length: LONG }, (_, n) => [0, 'c', n + 1, shownLast(n)])];
}

/** One a minute, the newest a minute ago. */
function momentAt(version: number, at: number): number {
  return at - (NEWEST + 1 - version) * minute;
}

/** When a version was published, as the report says it. */
export function timeAt(version: number, at: number): string {
  return new Date(momentAt(version, at)).toISOString().replaceAll(/\D/g, '');
}

function pageAt(version: number): string {
  return pageOf(shownAt(version), String);
}

function pageOf(first: string, shown: (n: number) => string): string {
  const cells = Array.from({ length: LONG }, (_, n) => `<tr><td data-cell="B${n + 1}">${shown(n)}</td></tr>`);
  return `<table><tbody><tr><td data-cell="A1">${first}</td></tr>${cells.join('')}</tbody></table>`;
}

/** A whole report: the length of its header, the header, and the pages. */
function frameOf(version: number, at: number, pages = [pageAt(version)]): Uint8Array {
  const header = {
    ...{ version, time: timeAt(version, at), sender: 'ACME/bot', metadata: { Source: 'book' }, holdControls: false },
    cleaner: CLEANER,
    pages: pages.map((html) => ({ name: 'Rates', user: null, styles: ['color:red'], bytes: Buffer.byteLength(html) })),
  };
  const head = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(head.length);
  return new Uint8Array(zstdCompressSync(Buffer.concat([length, head, ...pages.map((html) => Buffer.from(html))])));
}
