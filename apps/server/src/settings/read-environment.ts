import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { StartFault } from '#lib/start-fault.ts';

/** What Node and the Kerberos library look up themselves, before this file is read or beside it. */
const ofProcess = /^(?:NODE_EXTRA_CA_CERTS|NODE_OPTIONS|NODE_USE_ENV_PROXY|HTTPS_PROXY|NO_PROXY|KRB5\w*)$/;

/** The process environment over the `.env` file of the working directory; throws StartFault when that says something unread. */
export function readEnvironment(file = '.env'): Readonly<Record<string, string | undefined>> {
  const text = textOf(file);
  const fromFile = parseEnv(text);
  const line = unreadLine(text, fromFile);
  if (line !== undefined) {
    const { number, name } = line;
    throw new StartFault('usage', `${resolve(file)}, line ${number}: write ${name}=value`);
  }
  const late = Object.keys(fromFile).find(
    (name) => ofProcess.test(name) && fromFile[name] !== '' && process.env[name] === undefined,
  );
  if (late !== undefined) {
    const words = `${late} has no effect here; set it in the environment that the command is started with`;
    throw new StartFault('usage', `${resolve(file)}: ${words}`);
  }
  return { ...fromFile, ...process.env };
}

/** Empty where there is no such file. */
function textOf(file: string): string {
  try {
    // Editors on Windows begin a text with this mark.
    return readFileSync(file, 'utf8').replace(/^\ufeff/, '');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'ENOENT') return '';
    const why = code === 'EISDIR' ? 'it is a folder' : 'this user cannot read it';
    throw new StartFault('file', `${resolve(file)} has the settings, but ${why} (${code})`, { cause: error });
  }
}

/** A line that begins as a setting and became none: `NAME value`, `NAME: value`. */
function unreadLine(
  text: string,
  read: Readonly<Record<string, string | undefined>>,
): { readonly number: number; readonly name: string } | undefined {
  for (const [index, line] of text.split('\n').entries()) {
    const name = /^\s*(?:export\s+)?((?:SHEETWIRE|OTEL)_\w+)/.exec(line)?.[1];
    if (name !== undefined && !(name in read)) return { number: index + 1, name };
  }
  return undefined;
}
