import type * as z from 'zod/mini';
import type { Call } from '../call.ts';
import type { ErrorCode } from '../errors.ts';
import type { Chapter } from './chapters.ts';

/** The names of all fields of a value by their paths; entries of lists have none of their own. */
export type FieldPath<T> = 0 extends 1 & T
  ? never
  : T extends readonly (infer Item)[]
    ? FieldPath<Item>
    : T extends object
      ? string extends keyof T
        ? never
        : { [K in keyof T & string]-?: K | `${K}.${FieldPath<NonNullable<T[K]>>}` }[keyof T & string]
      : never;

/** What each field means, with its unit; a field that is forgotten stops the build. */
export type Meanings<T> = Readonly<Record<FieldPath<NonNullable<T>>, string>>;

/** A refusal of one call beyond those that all calls share, with the reason that it has there. */
export type Refusals = Partial<Readonly<Record<ErrorCode, string>>>;

/** What an outsider must know of a call to use it. */
export interface Described<C extends Call = Call> {
  readonly summary: string;
  readonly description: string;
  readonly input: Meanings<z.input<C['input']>>;
  readonly output: Meanings<z.input<C['output']>>;
  /** Parts of the path, and the query of a call that has a body. */
  readonly parameters?: Readonly<Record<string, string>>;
  readonly refusals?: Refusals;
  /** Where its rules stand, when that is not where those of its group do. */
  readonly rules?: readonly Chapter[];
  /** The type of an answer that is no JSON. */
  readonly answerType?: 'text/event-stream' | 'text/csv';
}

/** Binds the words to the call that they describe. */
export function describe<C extends Call>(call: C, words: Described<C>): readonly [Call, Described] {
  return [call, words as unknown as Described];
}
