import { expect, test } from 'vitest';
import { parseSettings } from '#settings/settings.ts';
import { type Check, ok, runChecks } from './check.ts';
import { hideSecrets } from './hide-secrets.ts';

const never = new Promise<never>(() => undefined);

test('checks run side by side, a silent one fails in its time, and the first that failed decides the exit', async () => {
  const checks: Check[] = [
    { name: 'good', exit: 2, run: async () => [ok('well')] },
    { name: 'silent', exit: 6, run: () => never },
    {
      name: 'bad',
      exit: 5,
      run: () => Promise.reject(new AggregateError([new Error('one'), new Error('two\n three')])),
    },
  ];
  expect(await runChecks(checks, 20)).toEqual({
    exit: 6,
    findings: [
      { level: 'ok', name: 'good', text: 'well' },
      { level: 'FAIL', name: 'silent', text: 'no response within 0.02 s' },
      { level: 'FAIL', name: 'bad', text: 'one; two three' },
    ],
  });
});

test('secrets of the settings are blanked out of every line', () => {
  const read = parseSettings({
    SHEETWIRE_LDAP_BIND_PASSWORD: 'bind-secret',
    SHEETWIRE_DATABASE_URL: 'postgres://portal:data%20secret@db.example/portal',
    SHEETWIRE_BUS_URL: 'nats://bus-token@bus.example',
    SHEETWIRE_SECRET_KEY: 'k'.repeat(32),
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example',
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=head-secret',
  });
  if ('faults' in read) throw new Error(read.faults.join());
  const text = `bus-token bind-secret data%20secret data secret ${'k'.repeat(32)} head-secret plain`;
  expect(hideSecrets(read, [{ level: 'ok', name: 'x', text }])).toEqual([
    { level: 'ok', name: 'x', text: '… … … … … … plain' },
  ]);
});
