import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { createCaller } from '@sheetwire/client/caller';
import { exits } from '@sheetwire/contract/exits';
import { exchange } from '@sheetwire/contract/tokens';
import * as z from 'zod/mini';
import { Stop } from '#exit.ts';
import { fileWords } from '#file-words.ts';
import type { Terminal } from '#terminal.ts';
import type { SecretSource } from './options.ts';
import { patiently } from './patiently.ts';

/** The add-in interface that this publisher speaks: 1.2.0 is the first that may use administered reports (spec 9). */
const interfaceVersion = '1.2.0';

/** The prefixes by which a secret tells what it is. */
const isKey = (text: string) => text.startsWith('swk_');
const isCredential = (text: string) => text.startsWith('swc_');

/** What a token file holds once its token was exchanged. */
const keptCredential = z.object({
  server: z.string(),
  user: z.string(),
  credential: z.string(),
  expiresUtc: z.string(),
});
type Kept = z.output<typeof keptCredential>;

/** What proves the publisher to the server. */
export interface Bearer {
  readonly value: string;
  /** Known for a credential that was exchanged here. */
  readonly expiresUtc: string | undefined;
}

interface BearerRequest {
  readonly server: URL;
  readonly source: SecretSource;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly terminal: Pick<Terminal, 'signal' | 'now' | 'wait' | 'warn'>;
  readonly now: number;
}

/**
 * The bearer for a run: an API key as it stands, or the credential that an add-in token is exchanged for, once.
 * With a token file the credential takes the token's place there (mode 600) and serves later runs.
 */
export async function bearerFor(request: BearerRequest): Promise<Bearer> {
  const text = await secretText(request);
  const kept = request.source.kind === 'file' ? keptIn(text, request.source.file) : undefined;
  if (kept) return useKept(kept, request);
  if (/\s/.test(text))
    throw new Stop(exits.usage, `${nameOf(request.source)} must contain exactly one token or API key`);
  if (isKey(text) || isCredential(text)) return { value: text, expiresUtc: undefined };
  const fresh = await exchangeToken(text, request);
  if (request.source.kind === 'file') await keep(request.source.file, { server: request.server.origin, ...fresh });
  return { value: fresh.credential, expiresUtc: fresh.expiresUtc };
}

async function secretText({ source, env }: BearerRequest): Promise<string> {
  const text = source.kind === 'env' ? env[source.name] : await readSecretFile(source.file);
  if (text === undefined || text.trim() === '') throw new Stop(exits.usage, `${nameOf(source)} is empty`);
  return text.trim();
}

async function readSecretFile(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (fault) {
    throw new Stop(exits.file, `The token file ${file} cannot be read: ${fileWords(fault)}`);
  }
}

function keptIn(text: string, file: string): Kept | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    return z.parse(keptCredential, JSON.parse(text));
  } catch {
    throw new Stop(exits.file, `The token file ${file} is damaged; put a new token in it with sheetwire token`);
  }
}

function useKept(kept: Kept, { server, source, now }: BearerRequest): Bearer {
  if (kept.server !== server.origin) {
    throw new Stop(
      exits.notAllowed,
      `${nameOf(source)} contains a credential for ${kept.server}, not for ${server.origin}; specify another token file`,
    );
  }
  if (Date.parse(kept.expiresUtc) <= now) {
    throw new Stop(
      exits.notAllowed,
      `The credential in ${nameOf(source)} expired at ${kept.expiresUtc}; put a new token in it with sheetwire token`,
    );
  }
  return { value: kept.credential, expiresUtc: kept.expiresUtc };
}

/** A token that may have been exchanged is not sent again: its second use ends the credential of the first. */
function exchangeToken(token: string, { server, terminal }: BearerRequest) {
  const call = createCaller({ baseUrl: server.href });
  const input = { token, app: 'sheetwire', instanceId: `cli-${randomUUID()}`, version: interfaceVersion };
  return patiently({ server, terminal, mayRepeat: ['no'] }, () => call(exchange, input, { signal: terminal.signal }));
}

async function keep(file: string, kept: Kept): Promise<void> {
  const next = `${file}.${process.pid}.new`;
  try {
    await writeFile(next, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    await rename(next, file);
  } catch (fault) {
    throw new Stop(exits.file, `The credential cannot be saved in ${file}: ${reason(fault)}`);
  }
}

function nameOf(source: SecretSource): string {
  return source.kind === 'env' ? `The environment variable ${source.name}` : source.file;
}

function reason(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault);
}
