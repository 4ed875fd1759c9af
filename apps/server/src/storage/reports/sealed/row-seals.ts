import { hash } from 'node:crypto';
import type { FigureSeals, ProofState, SealState } from '#ports/past/figure-seals.ts';
import type { KeyframeTable, VersionTable } from '../../tables/report-tables.ts';
import type { EncodedAppend } from '../encode-append.ts';

/** A row of the log with what its seal covers. */
export type SealedStep = Omit<VersionTable, 'created_at' | 'cells' | 'replay' | 'source'>;
export type SealedFrame = Pick<KeyframeTable, 'topic' | 'version' | 'cleaner' | 'body' | 'seal'>;

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
const cannotSeal: Partial<Record<ProofState, string>> = { changed: TAMPERED, 'other key': UNKNOWN };

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
    const own = hash(
      'sha256',
      JSON.stringify(['published', topic, version, time, sender, previous, content]),
      'base64url',
    );
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

  checkStep(row: SealedStep): SealState {
    return row.seal === TAMPERED ? 'broken' : this.#seals.check(stepText(row, digestOf(row.body)), row.seal);
  }

  checkFrame(row: SealedFrame): SealState {
    return row.seal === TAMPERED ? 'broken' : this.#seals.check(frameText(row, digestOf(row.body)), row.seal);
  }
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

function frameText({ topic, version, cleaner }: Omit<SealedFrame, 'seal' | 'body'>, body: string): string {
  return JSON.stringify(['keyframe', topic, version, cleaner, body]);
}
