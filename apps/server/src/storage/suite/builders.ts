import { branded } from '@sheetwire/rules/name';
import type { Append, StoredReport } from '#ports/report-log.ts';
import type { SessionRecord, StoredInfo } from '#ports/sessions.ts';
import type { Stores } from '#ports/stores.ts';
import type { BearerRecord, EmailKey, TokenRecord } from '#ports/tokens.ts';
import { newAccount, type UserRecord } from '#ports/users.ts';

/** What a suite of one noun gets: the open stores of the database under test. */
export type Opened = () => Stores;

export const jane = branded<'User'>('ACME/jane.doe');
export const bob = branded<'User'>('ACME/bob');
export const desk = branded<'Group'>('ACME/RISK DESK');
export const day = 20260101000000000n;

let count = 0;

/** A topic that no other test uses. */
export function newTopic() {
  return branded<'Topic'>(`ACME/RATES/REPORT ${++count}`);
}

export function newGropic() {
  return branded<'Gropic'>(`ACME/GROUP ${++count}`);
}

/** A text that no other test uses. */
export function unique(kind: string): string {
  return `${kind}-${++count}`;
}

export function newUser() {
  return branded<'User'>(`ACME/${unique('user')}`);
}

export function table(cells: readonly string[]): string {
  return `<table><tbody><tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr></tbody></table>`;
}

export function timeOf(version: number): string {
  return String(day + BigInt(version));
}

export function report(version: number, cells: readonly string[] = ['1', '2']): StoredReport {
  return {
    version,
    time: timeOf(version),
    sender: jane,
    pages: [
      { name: 'Positions', user: null, html: table(cells), styles: ['color:red'] },
      { name: 'Positions', user: bob, html: table(['for bob']), styles: [] },
    ],
    metadata: { Source: 'book “A”' },
    holdControls: true,
    cleaner: 3,
  };
}

type StepPlace = Pick<Append, 'topic' | 'base' | 'version'>;

export function whole(place: StepPlace, content: StoredReport = report(place.version)): Append {
  return { ...place, time: timeOf(place.version), sender: jane, change: { kind: 'whole', report: content } };
}

export function cell(place: StepPlace, text: string, n = 0): Append {
  const change = { kind: 'delta', ops: [[0, 'c', n, text]] } as const;
  return { ...place, time: timeOf(place.version), sender: bob, change };
}

export function user(name = newUser(), change: Partial<UserRecord> = {}): UserRecord {
  return {
    ...newAccount({ name, email: `${name.slice(name.indexOf('/') + 1)}@example.com`, createdAt: 1000 }),
    ...change,
  };
}

export function session(owner = newUser(), change: Partial<SessionRecord> = {}): SessionRecord {
  return {
    idHash: unique('session'),
    user: owner,
    method: 'password',
    family: null,
    createdAt: 1000,
    seenAt: 1000,
    address: '127.0.0.1',
    agent: 'Firefox',
    ...change,
  };
}

export function storedInfo(owner = newUser(), change: Partial<StoredInfo> = {}): StoredInfo {
  return {
    family: unique('family'),
    user: owner,
    currentHash: unique('hash'),
    previousHash: null,
    sealedSuccessor: null,
    rotatedAt: 1000,
    createdAt: 1000,
    ...change,
  };
}

export function token(owner = newUser()): TokenRecord {
  return { hash: unique('token'), user: owner, app: '', createdAt: 1000, expiresAt: 2000 };
}

export function bearer(owner = newUser(), change: Partial<BearerRecord> = {}): BearerRecord {
  return {
    id: unique('id'),
    hash: unique('bearer'),
    user: owner,
    kind: 'apikey',
    name: 'nightly',
    tokenHash: null,
    instanceId: null,
    version: null,
    address: '127.0.0.1',
    createdAt: 1000,
    lastUsedAt: null,
    expiresAt: null,
    ...change,
  };
}

export function emailKey(owner = newUser(), change: Partial<EmailKey> = {}): EmailKey {
  return {
    hash: unique('key'),
    user: owner,
    purpose: 'set',
    payload: null,
    createdAt: 1000,
    expiresAt: 5000,
    usedAt: null,
    ...change,
  };
}
