import type { Caller } from '@sheetwire/client/caller';
import type { Output } from '@sheetwire/contract/call';

/** Answers by the last part of a call's path; `nth` counts from one. */
export type Answers = Record<string, (input: unknown, nth: number) => unknown>;

/** Calls that answer from a script, in the shapes of the contract, and remember what was asked. */
export function scriptedCalls(answers: Answers): { readonly call: Caller; readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    call: async (definition, input, { signal } = {}) => {
      const name = definition.path.split('/').at(-2) ?? '';
      asked.push(name);
      const answer = await unlessGivenUp(answers[name]?.(input, asked.filter((each) => each === name).length), signal);
      return definition.output.parse(answer) as Output<typeof definition>;
    },
  };
}

/** An answer that is still due when the caller gives up never comes. */
function unlessGivenUp(answer: unknown, signal: AbortSignal | undefined): unknown {
  if (!(answer instanceof Promise) || !signal) return answer;
  const givenUp = new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  return Promise.race([answer, givenUp]);
}
