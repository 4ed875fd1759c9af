import { messageOf } from '#lib/start-fault.ts';
import type { TracingSettings } from '#settings/tracing-settings.ts';
import { type Check, doctorExits, type Note, ok } from './check.ts';

/** Whether the collector of traces takes what it is sent. */
export function traceCheck(tracing: TracingSettings | undefined): Check {
  return { name: 'traces', exit: doctorExits.network, run: () => checkCollector(tracing) };
}

/** An export without a span, which is no byte in protobuf. */
async function checkCollector(tracing: TracingSettings | undefined): Promise<readonly Note[]> {
  if (!tracing) return [ok('not exported')];
  const { url } = tracing;
  const headers = { ...tracing.headers, 'content-type': 'application/x-protobuf' };
  const asked = fetch(url, { method: 'POST', headers, body: new Uint8Array(), redirect: 'manual' });
  const { status } = await asked.catch((fault: unknown) => {
    const cause = fault instanceof Error && fault.cause !== undefined ? fault.cause : fault;
    throw new Error(`${url}: ${messageOf(cause)}`, { cause: fault });
  });
  if (status >= 300) throw new Error(`${url}: the collector responds with ${status}`);
  return [ok(`sent to ${url}`)];
}
