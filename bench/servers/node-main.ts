import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseUser } from '@sheetwire/rules/principal';
import type * as Users from '@sheetwire/server/ports/users';
import type * as Secrets from '@sheetwire/server/secrets/secrets';
import type * as Serve from '@sheetwire/server/serve';
import type * as Reading from '@sheetwire/server/settings/settings';
import type Pg from 'pg';

/** One server of several, of the checkout that is named first; with `publisher` second it prints a key to publish with. */
const [tree = '', role = ''] = process.argv.slice(2);
const source = join(tree, 'apps/server/src');
const load = <Module>(file: string): Promise<Module> => import(pathToFileURL(join(source, file)).href);

/** Statements about reports, but for the look at what may have been missed. */
let statements = 0;

function countStatements({ Client }: typeof Pg): void {
  Client.prototype.query = new Proxy(Client.prototype.query, {
    apply(query, client, given) {
      if (isOfReports(given[0])) statements++;
      return Reflect.apply(query, client, given);
    },
  });
}

function isOfReports(query: unknown): boolean {
  const text = typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : String(query);
  return /"?\b(topic|version|keyframe|held_value)\b"?/.test(text) && !text.includes('"created_at" >=');
}

async function addKey({ stores }: Serve.Served): Promise<string> {
  const { newAccount } = await load<typeof Users>('ports/users.ts');
  const { hashSecret } = await load<typeof Secrets>('secrets/secrets.ts');
  const user = parseUser('ACME/publisher');
  if (user === undefined) throw new Error('a name is malformed');
  const at = { createdAt: Date.now() };
  await stores.users.create(newAccount({ name: user, email: 'publisher@example.com', ...at }));
  const key = randomBytes(32).toString('base64url');
  const none = { tokenHash: null, instanceId: null, version: null, address: '', lastUsedAt: null, expiresAt: null };
  await stores.tokens.saveKey({
    ...none,
    ...at,
    id: 'bench',
    name: 'bench',
    kind: 'apikey',
    hash: hashSecret(key),
    user,
  });
  return key;
}

countStatements(createRequire(join(source, 'serve.ts'))('pg'));
const { parseSettings } = await load<typeof Reading>('settings/settings.ts');
const read = parseSettings({ ...process.env, SHEETWIRE_LOG_LEVEL: 'warn', SHEETWIRE_MAX_PUBLISH_RATE: '100000' });
if ('faults' in read) throw new Error(read.faults.join('; '));
const { serve } = await load<typeof Serve>('serve.ts');
const clock = { now: () => Date.now() };
const webDir = join(tree, 'apps/web/dist');
const served = await serve({ settings: read.settings, clock, chance: { bytes: randomBytes }, webDir });
const key = role === 'publisher' ? await addKey(served) : '';
process.stdout.write(`ready ${JSON.stringify({ url: served.url, key })}\n`);
process.on('SIGUSR2', () => process.stdout.write(`statements ${statements}\n`));
process.once('SIGTERM', () => void served.close().then(() => process.exit(0)));
