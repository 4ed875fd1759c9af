import { limits } from '@sheetwire/contract/limits';
import { branded } from '@sheetwire/rules/name';
import type { User } from '@sheetwire/rules/principal';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { user } from '#storage/suite/builders.ts';
import { lineTo } from '../../../../scripts/test/lines/frozen-line.ts';
import { groupDn, personDn, type Slapd, withSlapd } from '../../../../scripts/test/slapd.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { acmeEntries, asManager, set } from './testing/acme-directory.ts';

const START = 60_000;
const soon = { timeout: 15_000, interval: 20 };
const name = (short: string): User => branded<'User'>(`ACME/${short}`);
const [team, moved, outer] = ['TEAM5', 'TEAM6', 'OUTER'].map((one) => branded<'Group'>(`ACME/${one}`));

let slapd: Slapd;
let app: TestApp;
beforeAll(async () => {
  slapd = await withSlapd(acmeEntries(20, 30));
  app = await startTestApp(
    { ...slapd.settings, SHEETWIRE_SUPER_ADMIN_GROUP: 'ACME/PORTAL ADMINS' },
    { directoryEvery: 50 },
  );
  const { directory } = app.stores;
  await vi.waitFor(async () => expect((await directory.state())?.fullAt ?? 0).toBeGreaterThan(0), soon);
}, START);
afterAll(async () => {
  await app?.stop();
  await slapd.stop();
}, START);

const groupsOf = (short: string) => [...app.app.reporting.viewing.rights().holder(name(short)).principals];

test('a group that is deleted gives no rights any more, nor does a group that still names it', async () => {
  await asManager(slapd, (client) =>
    client.add(groupDn('outer'), { objectClass: 'groupOfNames', cn: 'outer', member: groupDn('team5') }),
  );
  await expect.poll(() => groupsOf('u0006'), soon).toEqual(expect.arrayContaining([team, outer]));
  await asManager(slapd, (client) => client.del(groupDn('team5')));
  await expect.poll(() => groupsOf('u0006'), soon).not.toContain(team);
  expect(groupsOf('u0006')).not.toContain(outer);
});

test('a group that is moved out of the base gives no rights any more', async () => {
  await expect.poll(() => groupsOf('u0007'), soon).toContain(moved);
  await asManager(slapd, (client) => client.modifyDN(groupDn('team6'), 'cn=team6,ou=left,dc=acme,dc=test'));
  await expect.poll(() => groupsOf('u0007'), soon).not.toContain(moved);
});

test('a group of super administrators within theirs makes none once it is deleted', async () => {
  await app.stores.users.create(user(name('third'), { adUser: name('u0003') }));
  const isSuper = () => app.app.identity.isSuperAdmin(name('third'));
  await expect.poll(isSuper, soon).toBe(true);
  await asManager(slapd, (client) => client.del(groupDn('Operators')));
  await expect.poll(isSuper, soon).toBe(false);
});

test('a reader who is not shown when entries changed sees a change of a group all the same', async () => {
  const closed = await withSlapd(acmeEntries(5, 15), ['modifyTimestamp']);
  const nameless = { ...closed.settings, SHEETWIRE_LDAP_BIND_DN: '', SHEETWIRE_LDAP_BIND_PASSWORD: '' };
  const portal = await startTestApp(nameless, { directoryEvery: 50 });
  try {
    const members = async () =>
      (await portal.stores.directory.groups()).find(({ name: of }) => of === 'ACME/TEAM0')?.members;
    await expect.poll(members, soon).toEqual([name('u0001')]);
    await asManager(closed, (client) => client.modify(groupDn('team0'), [set('member', personDn('u0002'))]));
    await expect.poll(members, soon).toEqual([name('u0002')]);
  } finally {
    await portal.stop();
    await closed.stop();
  }
});

test('a third of the groups gone at once is not believed: the last good copy stays and says why', async () => {
  const large = await withSlapd(acmeEntries(5, 30));
  const line = await lineTo(large.port);
  const reached = { ...large.settings, SHEETWIRE_LDAP_URL: `ldap://127.0.0.1:${line.port}` };
  const portal = await startTestApp(reached, { directoryEvery: 50 });
  try {
    const { directory } = portal.stores;
    await expect.poll(() => directory.groups(), soon).toHaveLength(30);
    const teams = Array.from({ length: 10 }, (_, n) => `team${n}`);
    const left = (team: string) => `cn=${team},ou=left,dc=acme,dc=test`;
    line.freeze();
    await asManager(large, async (client) => {
      for (const team of teams) await client.modifyDN(groupDn(team), left(team));
    });
    line.thaw();
    const fault = async () => (await directory.state())?.fault;
    await expect.poll(fault, soon).toContain('20 of 30 groups');
    expect(await directory.groups()).toHaveLength(30);
    await asManager(large, async (client) => {
      for (const team of teams) await client.modifyDN(left(team), groupDn(team));
    });
    portal.clock.move(limits.directory.retry + limits.directory.answer);
    await expect.poll(fault, soon).toBe('');
    expect(await directory.groups()).toHaveLength(30);
  } finally {
    await portal.stop();
    await line.stop();
    await large.stop();
  }
});
