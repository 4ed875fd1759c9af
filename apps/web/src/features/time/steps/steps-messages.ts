import type { PackedSteps } from './packed-steps.ts';

/** What the page asks of the worker. */
export type StepsRequest =
  | { readonly kind: 'ask'; readonly id: number; readonly url: string; readonly init: RequestInit }
  /** Nobody waits for the answer any more. */
  | { readonly kind: 'giveUp'; readonly id: number };

/** An answer as it came, but for its steps, which are beside it. */
export interface StepsAnswer {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly text: string;
  readonly steps: PackedSteps | undefined;
}

/** What the worker says; `ready` is the first. */
export type StepsMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: StepsAnswer }
  /** No answer came. */
  | { readonly kind: 'failed'; readonly id: number; readonly words: string };
