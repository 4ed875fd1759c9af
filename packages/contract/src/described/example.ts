import type { Call, Input, Output } from '../call.ts';

/** Who calls: nobody signed in, a program with an API key, or the browser of a viewer, an admin, a super administrator. */
export type Caller = 'nobody' | 'key' | 'viewer' | 'admin' | 'super';

/** A request as it is sent, and its answer to the letter. */
export interface ExampleOf<Body, Answer> {
  readonly title: string;
  readonly by: Caller;
  readonly headers?: Readonly<Record<string, string>>;
  /** The parts of the path, by name. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** Left out where a call takes no fields; the text of a file for a call that takes one. */
  readonly body?: Body;
  /** Text where the answer is a stream or a file: all of it, or its beginning for a stream. */
  readonly answer: Answer;
}

export interface Example extends ExampleOf<unknown, unknown> {
  readonly call: Call;
}

/** An example of a call, held to the shapes of the call. */
export function example<C extends Call>(call: C, given: ExampleOf<Input<C>, Output<C>>): Example {
  return { call, ...given };
}
