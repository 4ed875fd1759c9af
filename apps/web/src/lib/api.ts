import type { Call, Input, Output } from '@sheetwire/contract/call';

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly query?: Readonly<Record<string, string>>;
}

/** Makes a call of the contract; throws when it was refused or the line is down. */
export type CallFunction = <C extends Call>(call: C, input: Input<C>, options?: CallOptions) => Promise<Output<C>>;

/** Reports each outcome: connected is true after every successful call and false after any failure (spec 4). */
export function watched(call: CallFunction, note: (isConnected: boolean) => void): CallFunction {
  return async (definition, input, options) => {
    try {
      const output = await call(definition, input, options);
      note(true);
      return output;
    } catch (error) {
      if (!options?.signal?.aborted) note(false);
      throw error;
    }
  };
}

/** What a refusal or a broken line says, for an alert (spec 8: the error text). */
export function errorText(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : 'The server cannot be reached';
}
