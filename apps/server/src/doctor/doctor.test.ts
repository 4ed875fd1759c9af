import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseGroup } from '@sheetwire/rules/principal';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseSettings } from '#settings/settings.ts';
import { openStores } from '#storage/open-stores.ts';
import { freePort } from '../../../../scripts/test/free-port.ts';
import { type PostgresServer, withPostgres } from '../../../../scripts/test/postgres.ts';
import { type SmtpRig, withSmtp } from '../../../../scripts/test/smtp.ts';
import { serve } from '../serve.ts';
import { startOtlpReceiver } from '../testing/otlp-receiver.ts';
import { diagnose } from './doctor.ts';

let folder = '';
let webDir = '';
let smtp: SmtpRig;
let postgres: PostgresServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheetwire-doctor-'));
  webDir = join(folder, 'web');
  await mkdir(webDir);
  await writeFile(join(webDir, 'index.html'), 'built');
  smtp = await withSmtp({ login: { user: 'portal', password: 'mail-secret' } });
  postgres = await withPostgres();
}, 60_000);
afterAll(async () => {
  await smtp.stop();
  await postgres.stop();
  await rm(folder, { recursive: true });
}, 60_000);

/** The lines, `level name: text`, and the exit code. */
async function run(environment: Record<string, string>) {
  const { findings, exit } = await diagnose({ SHEETWIRE_DATA_DIR: join(folder, 'data'), ...environment }, webDir);
  return { exit, lines: findings.map(({ level, name, text }) => `${level} ${name}: ${text}`) };
}

function clock() {
  return { now: () => Date.now() };
}

test('before the first start all is well, and nothing is made', async () => {
  const { exit, lines } = await run({ SHEETWIRE_SUPER_ADMINS: 'ACME/ann', SHEETWIRE_DATA_DIR: join(folder, 'none') });
  expect([exit, lines.filter((line) => !line.startsWith('ok'))]).toEqual([0, []]);
  expect(await readdir(folder)).not.toContain('none');
});

test('every fault of the settings is a line', async () => {
  const { exit, lines } = await run({ SHEETWIRE_PORT: 'x', SHEETWIRE_SMTP_URL: 'smtp://mail.example' });
  expect(exit).toBe(2);
  expect(lines).toEqual([
    expect.stringMatching(/^FAIL settings: SHEETWIRE_PORT: /),
    expect.stringMatching(/^FAIL settings: SHEETWIRE_SMTP_URL: needs SHEETWIRE_MAIL_FROM/),
    expect.stringMatching(/^FAIL settings: SHEETWIRE_SMTP_URL: needs SHEETWIRE_PUBLIC_URL/),
  ]);
});

test('who may claim is a line, and a group of the setting that does not exist is told', async () => {
  const dataDir = join(folder, 'claiming');
  const stores = await openStores({ databaseUrl: '', dataDir });
  const name = parseGroup('ACME/OWNERS') ?? expect.unreachable();
  await stores.groups.save({ name, isDirectory: false, members: [] });
  await stores.close();
  const claimLines = async (more: Record<string, string>) =>
    (await run({ SHEETWIRE_DATA_DIR: dataDir, ...more })).lines.filter((line) => line.includes(' claim: '));
  expect(await claimLines({})).toEqual(['ok claim: every user, in their own entity']);
  expect(await claimLines({ SHEETWIRE_CLAIM: 'super' })).toEqual(['ok claim: super administrators']);
  expect(await claimLines({ SHEETWIRE_CLAIM: 'acme/owners, OTHER/CHIEFS' })).toEqual([
    'ok claim: the members of ACME/OWNERS, OTHER/CHIEFS, each in its entity',
    'warn claim: there is no group OTHER/CHIEFS; only super administrators can claim',
  ]);
  const closed = await claimLines({ SHEETWIRE_CLAIM: 'ACME/OWNERS', SHEETWIRE_UNADMINISTERED: 'none' });
  expect(closed).toEqual([expect.stringContaining('warn claim: SHEETWIRE_CLAIM has no effect')]);
});

test('a store that no server holds is looked at and left as it is', async () => {
  const dataDir = join(folder, 'idle');
  await (await openStores({ databaseUrl: '', dataDir })).close();
  const before = await readdir(dataDir);
  const { exit, lines } = await run({ SHEETWIRE_DATA_DIR: dataDir, SHEETWIRE_SUPER_ADMINS: 'ACME/ann' });
  expect(exit).toBe(0);
  expect(lines).toContainEqual(
    expect.stringMatching(/^ok store: SQLite .*, up to date, 0 users; no server is using it/),
  );
  expect(lines).toContain('warn admins: there is no user ACME/ann yet; add it with sheetwire user add');
  expect(await readdir(dataDir)).toEqual(before);
});

test('names that were numbered because they read like others are told of', async () => {
  const dataDir = join(folder, 'numbered');
  await (await openStores({ databaseUrl: '', dataDir })).close();
  const db = new DatabaseSync(join(dataDir, 'sheetwire.db'));
  db.exec("insert into user_group (name, is_directory) values ('ACME/TEAM A (2)', 0)");
  db.exec("insert into renamed_name values ('principals', 'ACME/TEAM  A', 'ACME/TEAM A (2)', 'taken', 1)");
  db.exec("insert into renamed_name values ('principals', 'ACME/gone  one', 'ACME/gone one (2)', 'taken', 1)");
  db.close();
  const { exit, lines } = await run({ SHEETWIRE_DATA_DIR: dataDir });
  expect(exit).toBe(0);
  expect(lines.filter((line) => line.includes(' names: '))).toEqual([
    'warn names: "ACME/TEAM  A" looks the same as another name and was renamed to "ACME/TEAM A (2)", keeping its rights',
  ]);
});

test('a store of a newer product fails, one of an older is only told of', async () => {
  const dataDir = join(folder, 'other');
  await (await openStores({ databaseUrl: '', dataDir })).close();
  const change = (statement: string) => {
    const db = new DatabaseSync(join(dataDir, 'sheetwire.db'));
    db.exec(statement);
    db.close();
  };
  change("delete from kysely_migration where name = '0002-identity'");
  const older = await run({ SHEETWIRE_DATA_DIR: dataDir });
  expect(older.exit).toBe(0);
  expect(older.lines).toContainEqual(expect.stringMatching(/^warn store: .*next start upgrades it .*0002-id/));
  change("insert into kysely_migration values ('9999-later', '2030-01-01')");
  const newer = await run({ SHEETWIRE_DATA_DIR: dataDir });
  expect(newer.exit).toBe(5);
  expect(newer.lines).toContainEqual(expect.stringMatching(/^FAIL store: created by a newer Sheetwire \(9999-later\)/));
});

test('a server that runs is seen and not disturbed', async () => {
  const dataDir = join(folder, 'held');
  const read = parseSettings({ SHEETWIRE_DATA_DIR: dataDir, SHEETWIRE_PORT: '0', SHEETWIRE_LOG_LEVEL: 'silent' });
  if ('faults' in read) throw new Error(read.faults.join());
  const chance = { bytes: (count: number) => new Uint8Array(count).fill(7) };
  const served = await serve({ settings: read.settings, clock: clock(), chance, webDir: undefined });
  const { exit, lines } = await run({ SHEETWIRE_DATA_DIR: dataDir, SHEETWIRE_LICENSE_SEATS: '3' });
  expect(exit).toBe(0);
  expect(lines).toContainEqual(expect.stringMatching(/^ok store: .*; a server is using it$/));
  expect(lines).toContain('ok license: 0 of 3 seats are in use');
  expect(lines).toContain('ok ready: /readyz says: ready (store up, bus up, streams up)');
  expect((await fetch(`${served.url}/readyz`)).status).toBe(200);
  await served.close();
});

test.each(['embedded', 'PostgreSQL'])(
  'a server (%s) whose /readyz says that it is not ready is not well for the doctor either',
  async (kind) => {
    const environment = {
      SHEETWIRE_DATA_DIR: join(folder, `not ready ${kind}`),
      SHEETWIRE_DATABASE_URL: kind === 'embedded' ? '' : await postgres.newDatabase(),
      SHEETWIRE_PORT: String(await freePort()),
      SHEETWIRE_LOG_LEVEL: 'silent',
    };
    const readyLines = async () => {
      const { exit, lines } = await run(environment);
      return [exit, ...lines.filter((line) => line.includes(' ready: '))];
    };
    expect(await readyLines()).toEqual([0, 'ok ready: no server is running here, so /readyz was not checked']);
    const read = parseSettings(environment);
    if ('faults' in read) throw new Error(read.faults.join());
    const chance = { bytes: (count: number) => new Uint8Array(count).fill(7) };
    const served = await serve({ settings: read.settings, clock: clock(), chance, webDir: undefined });
    expect(await readyLines()).toEqual([0, 'ok ready: /readyz says: ready (store up, bus up, streams up)']);
    served.app.reporting.hub.cutOff();
    expect(await readyLines()).toEqual([
      kind === 'embedded' ? 5 : 6,
      'FAIL ready: /readyz says: not ready (store up, bus up, streams down); it refuses viewers until it has caught up with the store, see the server log',
    ]);
    served.app.reporting.hub.join();
    await served.stores.close();
    const url = `${served.url}/readyz`;
    // What /readyz says is kept for a second.
    await expect.poll(async () => (await fetch(url)).status).toBe(503);
    expect(await readyLines()).toEqual([
      kind === 'embedded' ? 5 : 6,
      'FAIL ready: /readyz says: not ready (store down, bus up, streams up); see the server log',
    ]);
    await served.close().catch(() => undefined);
  },
);

test('a folder of the demo is told, and a setting that is not known beside those that are wrong', async () => {
  const dataDir = join(folder, 'demo');
  await mkdir(dataDir, { mode: 0o700 });
  await writeFile(join(dataDir, 'demo-accounts.json'), '{}');
  expect((await run({ SHEETWIRE_DATA_DIR: dataDir })).lines).toContain(
    `warn data: the demo (npm start) has put its accounts, whose passwords it prints, into ${dataDir}; use another folder for a portal`,
  );
  expect(await run({ SHEETWIRE_PORT: 'x', SHEETWIRE_PROT: '1' })).toEqual({
    exit: 2,
    lines: [
      'FAIL settings: SHEETWIRE_PORT: must be a whole number from 0 to 65535',
      'warn settings: Unknown setting SHEETWIRE_PROT; check the spelling',
    ],
  });
});

test('the password of NATS is in no line', async () => {
  const bus = { SHEETWIRE_DATABASE_URL: postgres.url, SHEETWIRE_BUS_URL: 'nats://portal:nats-secret@127.0.0.1:1' };
  const { exit, lines } = await run(bus);
  expect([exit, lines.join('\n').includes('nats-secret')]).toEqual([6, false]);
});

test('files that others may read fail with the command that mends them', async () => {
  const dataDir = join(folder, 'open');
  await mkdir(dataDir);
  await writeFile(join(dataDir, 'secret.key'), 'x'.repeat(43));
  await chmod(dataDir, 0o755);
  await chmod(join(dataDir, 'secret.key'), 0o644);
  const { exit, lines } = await run({ SHEETWIRE_DATA_DIR: dataDir });
  expect(exit).toBe(5);
  expect(lines).toContain(`warn data: others can read ${dataDir} (755); chmod 700 it`);
  expect(lines).toContain(`FAIL key: others can read ${join(dataDir, 'secret.key')} (644); chmod 600 it`);
});

test('the collector of traces is asked whether it takes them, and its headers are shown to nobody', async () => {
  const traceLines = async (environment: Record<string, string>) => {
    const { exit, lines } = await run(environment);
    return [exit, ...lines.filter((line) => line.includes(' traces: '))];
  };
  expect(await traceLines({})).toEqual([0, 'ok traces: not exported']);
  const collector = await startOtlpReceiver();
  const at = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_HEADERS: 'authorization=tr-secret' };
  expect(await traceLines(at)).toEqual([0, `ok traces: sent to ${collector.url}/v1/traces`]);
  expect(collector.requests[0]?.headers.authorization).toBe('tr-secret');
  expect(collector.spans).toEqual([]);
  collector.answer((response) => void response.writeHead(401).end());
  expect(await traceLines(at)).toEqual([6, `FAIL traces: ${collector.url}/v1/traces: the collector responds with 401`]);
  await collector.stop();
  const nowhere = await freePort();
  expect(await traceLines({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${nowhere}` })).toEqual([
    6,
    `FAIL traces: http://127.0.0.1:${nowhere}/v1/traces: connect ECONNREFUSED 127.0.0.1:${nowhere}`,
  ]);
  const wrong = { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' };
  expect((await run(wrong)).lines).toEqual([
    'FAIL settings: OTEL_EXPORTER_OTLP_ENDPOINT: must be the http or https address of a collector, such as http://127.0.0.1:4318',
  ]);
});

test('LibreOffice is looked for where the settings allow it', async () => {
  const officeLines = async (soffice: string) =>
    (await run({ SHEETWIRE_SOFFICE: soffice })).lines.filter((line) => line.includes(' office: '));
  expect(await officeLines('')).toEqual(['ok office: off; .xls and .xlsb are refused (SHEETWIRE_SOFFICE)']);
  const missing = join(folder, 'soffice');
  expect(await officeLines(missing)).toEqual([
    `FAIL office: ${missing} cannot be run by this user; check SHEETWIRE_SOFFICE`,
  ]);
  await writeFile(missing, '#!/bin/sh\n');
  await chmod(missing, 0o755);
  expect((await officeLines(missing))[0]).toMatch(/^ok office: LibreOffice at .*soffice/);
  expect((await run({ SHEETWIRE_SOFFICE: 'soffice' })).lines).toEqual([
    'FAIL settings: SHEETWIRE_SOFFICE: must be auto, off, or the absolute path of the program soffice',
  ]);
});

test('a PostgreSQL is looked at: empty, up to date, away', async () => {
  const environment = { SHEETWIRE_DATABASE_URL: postgres.url };
  expect((await run(environment)).lines).toContainEqual(
    expect.stringMatching(/^ok store: PostgreSQL .*not created yet/),
  );
  await (await openStores({ databaseUrl: postgres.url, dataDir: '' })).close();
  const made = await run(environment);
  expect(made.lines).toContainEqual(expect.stringMatching(/^ok store: PostgreSQL [\d.]+.*, up to date, 0 users$/));
  expect(made.lines).toContain('ok bus: PostgreSQL');
  await postgres.crash();
  const away = await run(environment);
  expect([away.exit, away.lines.filter((line) => /^FAIL (?:store|bus): .*ECONNREFUSED/.test(line)).length]).toEqual([
    6, 2,
  ]);
  await postgres.restart();
});

test('the mail server is asked, and no line holds a secret', async () => {
  const mail = {
    SHEETWIRE_PUBLIC_URL: 'https://reports.acme.example',
    SHEETWIRE_TRUSTED_PROXIES: '127.0.0.1',
    SHEETWIRE_MAIL_FROM: 'reports@acme.example',
    SHEETWIRE_SMTP_URL: smtp.url,
  };
  const good = await run(mail);
  expect(good.lines).toContainEqual(expect.stringMatching(/^ok mail: smtp:.* answers, .*logged in as portal$/));
  const wrong = await run({ ...mail, SHEETWIRE_SMTP_URL: smtp.url.replace('mail-secret', 'other-secret') });
  expect(wrong.exit).toBe(6);
  expect(wrong.lines).toContainEqual(
    expect.stringMatching(/^FAIL mail: .*rejects the login of portal.*SHEETWIRE_SMTP_URL$/),
  );
  expect([...good.lines, ...wrong.lines].join('\n')).not.toMatch(/mail-secret|other-secret/);
});
