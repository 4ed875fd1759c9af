import { createHash } from 'node:crypto';
import { zstdCompressSync } from 'node:zlib';
import type { Row } from './former-store.ts';

/** What jane's browser and the publisher hold, from before the upgrade. */
export const SESSION = 'a session that began before the upgrade';
export const INFO = `v1.abcdefghijklmnop.${'s'.repeat(43)}`;
export const KEY = Buffer.alloc(32, 'k').toString('base64url');

const hour = 60 * 60_000;

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** People, how they sign in, and what they may, as that version wrote them. */
export function formerPeople(at: number): Record<string, readonly Row[]> {
  return { ...accounts(at), ...signedIn(at), ...rights(at), ...around(at), ...controls(at), ...copies(at) };
}

function accounts(at: number): Record<string, readonly Row[]> {
  const one = (name: string, change: Row = {}): Row => ({
    ...{ name: `ACME/${name}`, short_name: name, email: `${name}@example.com`, email_key: `${name}@example.com` },
    ...{ password_hash: null, ad_user: null, block_admin_page: 0, can_change_email: 1, deep_log: 0 },
    ...{ disabled_at: null, recent_reports: '[]', created_at: at - 100 * hour },
    ...change,
  });
  return { account: [one('jane'), one('bot'), one('joe'), one('left', { disabled_at: at - hour })] };
}

function signedIn(at: number): Record<string, readonly Row[]> {
  const jane = { user_name: 'ACME/jane', created_at: at - hour };
  return {
    session: [
      {
        ...{ ...jane, id_hash: digest(SESSION), method: 'password', family: null, seen_at: at },
        ...{ address: '127.0.0.1', agent: 'Firefox' },
      },
    ],
    stored_info: [
      {
        ...{ ...jane, family: 'abcdefghijklmnop', current_hash: digest(INFO), previous_hash: null },
        ...{ sealed_successor: null, rotated_at: at - hour },
      },
    ],
    throttle: [{ key: 'address 127.0.0.9', failures: 3, started_at: at }],
    token: [{ hash: digest('a token'), user_name: 'ACME/jane', app: 'Excel', created_at: at, expires_at: at + hour }],
    bearer: [
      {
        ...{ hash: digest(KEY), id: 'key', user_name: 'ACME/bot', kind: 'apikey', name: 'nightly', token_hash: null },
        ...{ instance_id: null, version: null, address: '127.0.0.1', created_at: at - hour },
        ...{ last_used_at: null, expires_at: null },
      },
    ],
    email_key: [
      {
        ...{ hash: digest('a mailed key'), user_name: 'ACME/joe', purpose: 'set', payload: null, created_at: at },
        ...{ expires_at: at + hour, used_at: null },
      },
    ],
    seat: [{ user_name: 'ACME/jane', is_held: 1, since: at - hour, seen_at: at }],
    waiting_mail: [{ id: 'mail', sealed: 'sealed', created_at: at, next_at: at + 1000 * hour, tries: 1 }],
    one_time: [{ hash: digest('once'), purpose: 'a sign-in', payload: '{}', expires_at: at + hour }],
  };
}

function rights(at: number): Record<string, readonly Row[]> {
  const perm = (role: string, principal: string): Row => ({ gropic: 'ACME/RATES', role, principal, place: 0 });
  return {
    gropic: [{ gropic: 'ACME/RATES', is_administered: 1, version: 3 }],
    perm: [perm('viewers', 'ACME/DESK'), perm('publishers', 'ACME/bot')],
    user_group: [{ name: 'ACME/DESK', is_directory: 0, made_at: at - hour, version: 2 }],
    group_member: [{ name: 'ACME/DESK', member: 'ACME/jane', place: 0 }],
    audit: [
      {
        ...{ at, actor: 'ACME/jane', action: 'rights changed', object: 'ACME/RATES', before: '{}', after: '{"a":1}' },
        address: '127.0.0.1',
      },
    ],
    settings_stamp: [{ kind: 'permissions', stamp: 7 }],
    settings_change: [{ kind: 'permissions', name: 'ACME/RATES', stamp: 7 }],
  };
}

function around(at: number): Record<string, readonly Row[]> {
  return {
    directory_person: [{ id: 'p1', name: 'ACME/ann', email: 'ann@example.com', is_disabled: 0 }],
    directory_state: [
      {
        ...{ id: 1, full_at: at, synced_at: at, cursor: 'c', fault: '', fault_at: null },
        ...{ holder: '', held_until: 0, generation: 4 },
      },
    ],
    directory_link: [{ user_name: 'ACME/joe', person_id: 'p1', is_disabled: 0 }],
    identity_link: [{ issuer: 'https://id.example.com', subject: 's1', user_name: 'ACME/joe', created_at: at }],
    linked_content: [{ hash: 'h1', part: 0, body: Buffer.from('a linked file') }],
    linked_file: [
      {
        ...{ topic: 'ACME/RATES/DAILY', name: 'terms.txt', hash: 'h1', bytes: 13, published_by: 'ACME/bot' },
        changed_at: at,
      },
    ],
    renamed_name: [{ kind: 'principals', was: 'ACME/Joe', is_now: 'ACME/joe', why: '', at }],
  };
}

function controls(at: number): Record<string, readonly Row[]> {
  const entry = { topic: 'ACME/RATES/DAILY', owner: '', control: 'rate', name: 'rate', value: '4', at };
  return {
    control_session: [
      {
        ...{ hash: 's', user_name: 'ACME/bot', line_hash: digest(KEY), instance_id: 'i', until: at - hour },
        ...{ seen_at: at - hour, cursor: 2, is_told: 1, lost: '' },
      },
    ],
    control_lease: [{ topic: 'ACME/RATES/SECRET', session: 's' }],
    control_update: [
      {
        ...{ ...entry, id: 'u', seq: 1, user_name: 'ACME/jane', mark: '', expires_at: at + hour, is_held: 0 },
        ...{ handed: 0, state: 0, reason: null },
      },
    ],
    control_held: [{ ...entry, user_name: 'ACME/jane', version: 38, base: 37, markup: '' }],
  };
}

/** A copy of the settings, bound to its kind and date. */
function copies(at: number): Record<string, readonly Row[]> {
  const hex = (text: string) => createHash('sha256').update(text).digest('hex');
  const text = '{"gropics":[]}';
  const [kind, name, hash] = ['permissions', '2026-11-20', hex(text)];
  return {
    settings_content: [{ hash, body: zstdCompressSync(Buffer.from(text)) }],
    settings_copy: [
      { kind, name, hash, seal: hex(`sheetwire settings 1\n${kind}\n${name}\n${hash}`), is_undo: 0, created_at: at },
    ],
  };
}
