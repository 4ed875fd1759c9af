import { limits } from '@sheetwire/contract/limits';
import { isLoopback } from '#lib/loopback.ts';
import { SsoFault } from './sso-fault.ts';

/** What is asked of the provider. */
export interface ProviderRequest {
  readonly method: string;
  readonly headers: Record<string, string> | Headers;
  readonly body?: ArrayBuffer | ReadableStream | string | Uint8Array | URLSearchParams | null | undefined;
}

const serverFault = 500;

/**
 * Asks the provider and reads the whole answer, within a time and a size. A redirect is not followed: only addresses
 * that the provider's own description names are asked, and those over https (http on this machine alone).
 */
export async function fetchBounded(url: string, { method, headers, body }: ProviderRequest): Promise<Response> {
  const { origin, protocol, hostname } = new URL(url);
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback(hostname))) {
    throw new SsoFault('failed', `the provider's address ${origin} is not https`);
  }
  const answer = await fetch(url, {
    method,
    headers,
    body: body instanceof Uint8Array ? Buffer.from(body) : (body ?? null),
    redirect: 'manual',
    signal: AbortSignal.timeout(limits.sso.answer),
  }).catch((error: unknown) => {
    throw new Error(`${origin} cannot be reached`, { cause: error });
  });
  const bytes = await readAtMost(answer, limits.sso.answerBytes);
  if (answer.status >= serverFault) throw new SsoFault('unreachable', `${origin} answered ${answer.status}`);
  if (answer.status >= 300 && answer.status < 400) {
    throw new SsoFault('failed', `${origin} answered with a redirect, which is not followed`);
  }
  return new Response(bytes.length === 0 ? null : bytes, { status: answer.status, headers: answer.headers });
}

async function readAtMost(answer: Response, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.length;
    if (size > most)
      throw new SsoFault('failed', `a response from ${new URL(answer.url).origin} is larger than ${most} bytes`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks, size));
}
