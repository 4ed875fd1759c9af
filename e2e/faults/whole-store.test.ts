import { rm } from 'node:fs/promises';
import { publishReport } from '@sheetwire/contract/publish';
import { expect, test } from 'vitest';
import { sheetwire, signIn, startPortal } from '../support/portal.ts';

const minute = 60_000;
const topic = 'DEMO/DESK/DAILY';
const page = (text: string) => [
  { name: 'P', html: `<table><tbody><tr><td data-cell="A1">${text}</td></tr></tbody></table>` },
];

test('a portal is backed up while it is published to, and comes back on an empty machine', {
  timeout: minute,
}, async () => {
  const portal = await startPortal();
  const file = `${portal.dataDir}.backup`;
  const env = { SHEETWIRE_DATA_DIR: portal.dataDir };
  try {
    const { call } = await portal.publisher('DEMO/robot');
    await call(publishReport, { topic, pages: page('kept') });
    expect(await sheetwire(env, ['backup', file])).toContain(file);
    await call(publishReport, { topic, pages: page('later') });
    await expect(sheetwire(env, ['restore', file])).rejects.toThrow(/ended with 4: [\s\S]*stop it first/);
    await portal.kill();
    for (const end of ['', '-wal', '-shm']) await rm(`${portal.dataDir}/sheetwire.db${end}`, { force: true });
    await sheetwire(env, ['restore', file]);
    await portal.restart();
    expect(await signIn(portal, 'DEMO/robot')).toContain('=');
    const again = await call(publishReport, { topic, pages: page('kept') });
    expect(again.changed).toBe(false);
    expect((await call(publishReport, { topic, pages: page('new') })).version).toBeGreaterThan(1_000_000_000);
  } finally {
    await portal.stop();
    await rm(file, { force: true });
  }
});
