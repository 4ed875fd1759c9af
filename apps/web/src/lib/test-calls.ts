import type { Caller } from '@sheetwire/client/caller';
import type { Output } from '@sheetwire/contract/call';

/** Answers by the last part of a call's path; `nth` counts from one. */
export type Answers = Record<string, (input: unknown, nth: number) => unknown>;

/** Calls that answer from a script, in the shapes of the contract, and remember what was asked. */
export function scriptedCalls(answers: Answers): { readonly call: Caller; readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    call: async (definition, input) => {
      const name = definition.path.split('/').at(-2) ?? '';
      asked.push(name);
      const answer = await answers[name]?.(input, asked.filter((each) => each === name).length);
      return definition.output.parse(answer) as Output<typeof definition>;
    },
  };
}
