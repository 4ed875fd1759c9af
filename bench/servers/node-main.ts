import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Serve from '@sheetwire/server/serve';
import type * as Reading from '@sheetwire/server/settings/settings';

/** One server of several, of the checkout that is named. */
const [tree = ''] = process.argv.slice(2);
const source = join(tree, 'apps/server/src');
const load = <Module>(file: string): Promise<Module> => import(pathToFileURL(join(source, file)).href);

/** Statements about reports, but for the look at what may have been missed; and those of them that name a report. */
const asked = { statements: 0, naming: 0 };

interface Driver {
  readonly Client: { readonly prototype: { query: (...given: readonly unknown[]) => unknown } };
}

function countStatements({ Client }: Driver): void {
  Client.prototype.query = new Proxy(Client.prototype.query, {
    apply(query, client, given) {
      count(textOf(given[0]));
      return Reflect.apply(query, client, given);
    },
  });
}

function textOf(query: unknown): string {
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : String(query);
}

function count(text: string): void {
  if (!/"?\b(topic|version|keyframe|held_value)\b"?/.test(text) || text.includes('"created_at" >=')) return;
  asked.statements++;
  if (/"topic" = \$/.test(text)) asked.naming++;
}

countStatements(createRequire(join(source, 'serve.ts'))('pg'));
const { parseSettings } = await load<typeof Reading>('settings/settings.ts');
const read = parseSettings({ ...process.env, SHEETWIRE_LOG_LEVEL: 'warn' });
if ('faults' in read) throw new Error(read.faults.join('; '));
const { serve } = await load<typeof Serve>('serve.ts');
const clock = { now: () => Date.now() };
const webDir = join(tree, 'apps/web/dist');
const served = await serve({ settings: read.settings, clock, chance: { bytes: randomBytes }, webDir });
process.stdout.write(`ready ${served.url}\n`);
process.on('SIGUSR2', () => {
  const { engine, hub } = served.app.reporting;
  const newest = [...engine.heads().values()].reduce((sum, { version }) => sum + version, 0);
  const stalled = [...hub.streams()].filter(({ isStalled }) => isStalled).length;
  process.stdout.write(`figures ${JSON.stringify({ ...asked, newest, stalled, told: hub.counts })}\n`);
});
process.once('SIGTERM', () => void served.close().then(() => process.exit(0)));
