import type * as z from 'zod/mini';

/** A call of the product, defined once: server, client and OpenAPI read the same object (style 1). */
export interface Call<I extends z.ZodMiniType = z.ZodMiniType, O extends z.ZodMiniType = z.ZodMiniType> {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  /** The JSON body, or the query of a GET. */
  readonly input: I;
  /** The query of a call that also has a body, or that has none. */
  readonly query?: z.ZodMiniType;
  readonly output: O;
  /** Also served under /remote (spec 7: the control action call). */
  readonly remote?: boolean;
}

/** Keeps the exact shapes of a call's definition while checking its form. */
export function defineCall<I extends z.ZodMiniType, O extends z.ZodMiniType>(call: Call<I, O>): Call<I, O> {
  return call;
}

/** What a caller sends. */
export type Input<C extends Call> = z.input<C['input']>;
/** What a handler receives: the input after its parsers. */
export type Parsed<C extends Call> = z.output<C['input']>;
/** What a call answers. */
export type Output<C extends Call> = z.output<C['output']>;
