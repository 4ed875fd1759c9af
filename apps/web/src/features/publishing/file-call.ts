import { addressOf, type Caller } from '@sheetwire/client/caller';
import { CallError, NetworkFailure } from '@sheetwire/client/failures';
import { readRefusal } from '@sheetwire/client/refusal';
import { secretHeaders } from '@sheetwire/contract/headers';
import { parseOutput } from '@sheetwire/contract/parse-output';

/** A file on its way to a report. */
export interface SentFile {
  readonly file: Blob;
  readonly topic: string;
  /** The publish secret; '' for none. */
  readonly secret: string;
}

/** A caller that sends a file as it is in place of JSON: the call's input is not looked at. */
export function fileCaller({ file, topic, secret }: SentFile, send: typeof fetch = fetch): Caller {
  const [entity = '', group = '', report = ''] = topic.split('/');
  const parts = new Map(Object.entries({ entity, group, report }));
  return async (call, _, { signal } = {}) => {
    const path = call.path.replace(/:(\w+)/g, (__, name: string) => encodeURIComponent(parts.get(name) ?? ''));
    const headers = { accept: 'application/json', ...(secret !== '' && { [secretHeaders.publish]: secret }) };
    const init: RequestInit = { method: call.method, body: file, headers, cache: 'no-store', redirect: 'error' };
    const { answer, text } = await answered(() => send(addressOf(path), signal ? { ...init, signal } : init), signal);
    if (!answer.ok) throw new CallError(readRefusal(answer, text));
    const output = parseOutput(call, parsed(text));
    if (output !== undefined) return output;
    const message = `The response to ${call.path} does not match this version`;
    throw new CallError({ status: answer.status, code: 'unreadable', message });
  };
}

async function answered(ask: () => Promise<Response>, signal: AbortSignal | undefined) {
  try {
    const answer = await ask();
    return { answer, text: await answer.text() };
  } catch (error) {
    throw signal?.aborted ? signal.reason : new NetworkFailure(error);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
