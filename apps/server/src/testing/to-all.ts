import type { Tailor } from '#live/step-frames.ts';

const cut = {
  addressing: Symbol('pages'),
  variantOf: undefined,
  opsOf: ({ ops }) => ops,
} as const satisfies ReturnType<Tailor['now']>;

/** Every viewer receives all pages. */
export const toAll: Tailor = { now: () => cut };
