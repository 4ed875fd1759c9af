import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createCaller } from '@sheetwire/client/caller';
import { exits } from '@sheetwire/contract/exits';
import { exchange } from '@sheetwire/contract/tokens';
import * as z from 'zod/mini';
import { Stop } from '#exit.ts';
import { fileWords } from '#file-words.ts';
import type { Terminal } from '#terminal.ts';
import { headerText } from './header-text.ts';
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
  credential: z.string().check(z.regex(/^[ -~]+$/)),
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
  const secret = headerText(nameOf(request.source), text);
  if (isKey(secret) || isCredential(secret)) return { value: secret, expiresUtc: undefined };
  const fresh =
    request.source.kind === 'file'
      ? await exchangeInto(request.source.file, secret, request)
      : await exchangeToken(secret, request);
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

/** The credential takes the token's place in its file. A token is used up once: that it can be saved is found out first. */
async function exchangeInto(file: string, token: string, request: BearerRequest) {
  const next = `${file}.${process.pid}.new`;
  await written(file, () => writeFile(next, '', { mode: 0o600, flag: 'wx' }), 'the token was not used');
  try {
    const fresh = await exchangeToken(token, request);
    const kept: Kept = { server: request.server.origin, ...fresh };
    const save = async () => {
      await writeFile(next, `${JSON.stringify(kept, null, 2)}\n`);
      await rename(next, file);
    };
    await written(file, save, 'the token is used up; put a new one in it with sheetwire token');
    return fresh;
  } finally {
    await rm(next, { force: true });
  }
}

async function written(file: string, write: () => Promise<void>, otherwise: string): Promise<void> {
  try {
    await write();
  } catch (fault) {
    throw new Stop(exits.file, `The credential cannot be saved in ${file} (${fileWords(fault)}): ${otherwise}`);
  }
}

function nameOf(source: SecretSource): string {
  return source.kind === 'env' ? `The environment variable ${source.name}` : source.file;
}
