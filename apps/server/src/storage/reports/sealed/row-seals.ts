import { hash } from 'node:crypto';
import type { FigureSeals, ProofState, SealState } from '#ports/past/figure-seals.ts';
import type { KeyframeTable, VersionTable } from '../../tables/report-tables.ts';
import type { EncodedAppend } from '../encode-append.ts';

/** A row of the log with what its seal covers. */
export type SealedStep = Omit<VersionTable, 'created_at' | 'cells' | 'replay' | 'source'>;
export type SealedFrame = Pick<KeyframeTable, 'topic' | 'version' | 'cleaner' | 'body' | 'seal'>;

/** A snapshot with what its seal covers. */
export interface SealedSnapshot extends Pick<SealedStep, 'version' | 'time' | 'sender' | 'hash' | 'previous' | 'seal'> {
  readonly topic: string;
  /** Their bodies as they are stored, and their styles. */
  readonly pages: readonly {
    readonly name: string;
    readonly user: string | null;
    readonly styles: string;
    readonly body: Uint8Array;
  }[];
}

/** What an append brings of hashes and seals; all empty in a store without keys. */
export interface AppendSeals {
  readonly hash: string;
  /** The hash of the version before. */
  readonly previous: string;
  readonly seal: string;
  /** Of the keyframe of a whole report. */
  readonly frameSeal: string;
}

export type SealedAppend = EncodedAppend & AppendSeals;

/** An append without seals. */
export const unsealed: AppendSeals = { hash: '', previous: '', seal: '', frameSeal: '' };

/** In place of a seal where what it would cover was worked out of rows that were tampered with. */
const TAMPERED = '!';
/** The same where nobody here can tell: a seal of no key. */
const UNKNOWN = '-.';
/** The same where it would cover what came before versions were signed. */
const UNSIGNED = '~';
const cannotSeal: Partial<Record<ProofState, string>> = { changed: TAMPERED, 'other key': UNKNOWN, unsigned: UNSIGNED };

/** Empty bodies are in every whole step. */
const NO_BODY = new Uint8Array(0);

/**
 * Each version has a hash over the one before, what it brings, its publisher and its time; each row of the log a seal over
 * all that it says, its body too. Steps that are merged get a new seal and keep the hash (decision 67).
 */
export class RowSeals {
  readonly #seals: FigureSeals;

  constructor(seals: FigureSeals) {
    this.#seals = seals;
  }

  append(entry: EncodedAppend, previous: string): SealedAppend {
    const { topic, version, base, time, sender, isWhole, isPacked, body, cleaner } = entry;
    const content = digestOf(body);
    const own = this.#seals.digest(JSON.stringify(['published', topic, version, time, sender, previous, content]));
    const row = { topic, version, from_version: base, time, sender, previous, hash: own };
    const flags = { is_whole: Number(isWhole), is_packed: Number(isPacked) };
    const seal = this.#seals.seal(stepText({ ...row, ...flags }, isWhole ? emptyDigest : content));
    const frameSeal = isWhole ? this.#seals.seal(frameText({ topic, version, cleaner }, content)) : '';
    return { ...entry, hash: own, previous, seal, frameSeal };
  }

  /** Of a step that takes the place of others; `of` is what can be said of those. */
  step(row: Omit<SealedStep, 'seal'>, of: ProofState): string {
    return cannotSeal[of] ?? this.#seals.seal(stepText(row, digestOf(row.body)));
  }

  /** Of a keyframe that was worked out of rows; `of` is what can be said of those. */
  frame(row: Omit<SealedFrame, 'seal'>, of: ProofState): string {
    return cannotSeal[of] ?? this.#seals.seal(frameText(row, digestOf(row.body)));
  }

  /** `none` of a step that was worked out of rows without seals. */
  checkStep(row: SealedStep): SealState | 'none' {
    if (row.seal === UNSIGNED) return 'none';
    return row.seal === TAMPERED ? 'broken' : this.#seals.check(stepText(row, digestOf(row.body)), row.seal);
  }

  /** Of a snapshot that shows what its version shows; `of` is what can be said of that one. */
  snapshot(row: Omit<SealedSnapshot, 'seal'>, of: ProofState): string {
    return cannotSeal[of] ?? this.#seals.seal(snapshotText(row));
  }

  /** `none` of a snapshot whose version came before versions were signed. */
  checkSnapshot(row: SealedSnapshot): SealState | 'none' {
    if (row.seal === UNSIGNED) return 'none';
    return row.seal === TAMPERED ? 'broken' : this.#seals.check(snapshotText(row), row.seal);
  }

  /** `none` of a keyframe that was worked out of rows without seals. */
  checkFrame(row: SealedFrame): SealState | 'none' {
    if (row.seal === UNSIGNED) return 'none';
    return row.seal === TAMPERED ? 'broken' : this.#seals.check(frameText(row, digestOf(row.body)), row.seal);
  }
}

/** True of a row that says of the one before it that it had no seal. */
export function followsUnsealed({ from_version, previous, seal }: SealedStep): boolean {
  return from_version > 0 && (previous === '' || seal === UNSIGNED);
}

/** Of the body as it is stored: packed it is short, so that a publish hardly notices. */
function digestOf(body: Uint8Array): string {
  return hash('sha256', body, 'base64url');
}

const emptyDigest = digestOf(NO_BODY);

function stepText(row: Omit<SealedStep, 'seal' | 'body'>, body: string): string {
  const { topic, version, from_version, time, sender, is_whole, is_packed, previous } = row;
  return JSON.stringify([
    'version',
    topic,
    version,
    from_version,
    time,
    sender,
    is_whole,
    is_packed,
    previous,
    row.hash,
    body,
  ]);
}

function snapshotText(row: Omit<SealedSnapshot, 'seal'>): string {
  const { topic, version, time, sender, hash: own, previous } = row;
  const pages = row.pages.map(({ name, user, styles, body }) => [name, user, styles, digestOf(body)]);
  return JSON.stringify(['snapshot', topic, version, time, sender, own, previous, pages]);
}

function frameText({ topic, version, cleaner }: Omit<SealedFrame, 'seal' | 'body'>, body: string): string {
  return JSON.stringify(['keyframe', topic, version, cleaner, body]);
}
