import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const file = (path: string) => JSON.stringify(fileURLToPath(new URL(path, import.meta.url)));

/** Serves without an endpoint, then opens traces, and says after each how many modules of OpenTelemetry it has loaded. */
const program = `
import { registerHooks } from 'node:module';
let loaded = 0;
registerHooks({ load(url, context, next) { if (url.includes('/@opentelemetry/')) loaded++; return next(url, context); } });
const { serve } = await import(${file('../serve.ts')});
const { parseSettings } = await import(${file('../settings/settings.ts')});
const read = parseSettings({ SHEETWIRE_PORT: '0', SHEETWIRE_DATA_DIR: process.env.FOLDER, SHEETWIRE_LOG_LEVEL: 'silent' });
const chance = { bytes: (count) => crypto.getRandomValues(new Uint8Array(count)) };
const served = await serve({ ...read, clock: { now: Date.now }, chance, webDir: undefined });
const { status } = await fetch(served.url + '/healthz');
await served.close();
const before = loaded;
const { openTracing } = await import(${file('./open-tracing.ts')});
const { tracing } = parseSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
await openTracing(tracing, { version: '1', host: 'h', system: 'sqlite' }, console);
process.stdout.write(JSON.stringify({ status, before, after: loaded }), () => process.exit(0));
`;

test('a server without a collector loads none of the libraries for traces', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sheetwire-lazy-'));
  // A file: what is given to Node itself its threads are given too.
  const main = join(dataDir, 'main.mjs');
  await writeFile(main, program);
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, FOLDER: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { status, before, after } = JSON.parse(await text(child.stdout));
  expect([status, before, after > 10]).toEqual([200, 0, true]);
  await rm(dataDir, { recursive: true });
});
