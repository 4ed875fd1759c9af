import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exits } from '@sheetwire/contract/exits';
import { makeDataDir } from '@sheetwire/server/storage/data-dir';
import { Stop } from '../../apps/cli/src/exit.ts';

/** The demo's people, in the order they are printed. */
export const demoNames = ['super', 'admin', 'publisher', 'interactor', 'viewer', 'nobody'] as const;
export type DemoName = (typeof demoNames)[number];

/** What is kept in the data directory so that a second start prints the same. */
export interface DemoSecrets {
  readonly passwords: Readonly<Record<DemoName, string>>;
  readonly publisherKey: string;
}

/** Reads the demo's secrets, or makes them; only the owner may read the file. */
export async function demoSecrets(dataDir: string): Promise<DemoSecrets> {
  const file = join(dataDir, 'demo-accounts.json');
  const text = await readFile(file, 'utf8').catch((fault: unknown) => {
    if (fault instanceof Error && 'code' in fault && fault.code === 'ENOENT') return undefined;
    throw fault;
  });
  const kept: unknown = text === undefined ? undefined : JSON.parse(text);
  if (isSecrets(kept)) return kept;
  if (kept !== undefined) throw new Stop(exits.file, `${file} is damaged; delete the data directory to start over`);
  if (existsSync(join(dataDir, 'sheetwire.db'))) throw new Stop(exits.conflict, notOurs(dataDir));
  const secrets = newSecrets();
  makeDataDir(dataDir);
  await writeFile(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return secrets;
}

/** Its accounts and their printed passwords stay out of a portal that people use. */
function notOurs(dataDir: string): string {
  return `${dataDir} has a store that the demo did not create; start the portal with npm run serve, or set SHEETWIRE_DATA_DIR to another folder for the demo`;
}

function isSecrets(value: unknown): value is DemoSecrets {
  if (typeof value !== 'object' || value === null || !('passwords' in value) || !('publisherKey' in value))
    return false;
  const passwords = new Map(Object.entries(value.passwords ?? {}));
  return typeof value.publisherKey === 'string' && demoNames.every((name) => typeof passwords.get(name) === 'string');
}

/** Readable to the eye, easy to type, and with more than 80 bits of chance. */
function newPassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  const groups = Array.from({ length: 4 }, () =>
    [...randomBytes(5)].map((byte) => letters[byte % letters.length] ?? '').join(''),
  );
  return groups.join('-');
}

function newSecrets(): DemoSecrets {
  return {
    passwords: {
      super: newPassword(),
      admin: newPassword(),
      publisher: newPassword(),
      interactor: newPassword(),
      viewer: newPassword(),
      nobody: newPassword(),
    },
    publisherKey: `swk_${randomBytes(32).toString('base64url')}`,
  };
}
