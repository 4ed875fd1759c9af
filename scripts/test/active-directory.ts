import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { type AdPortal, adPortal } from '../../apps/server/src/directory/testing/ad-portal.ts';
import { say } from '../steps.ts';
import { type SambaDomain, withSamba } from './samba.ts';

/**
 * The directory against an Active Directory domain controller (Samba's), by hand: it takes the ports of a domain and
 * runs as root. `node scripts/test/active-directory.ts`
 */
const STEP = 30_000;
const POLL = 50;

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + STEP;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error('it did not come true in time');
    await wait(POLL);
  }
}

async function step(fact: string, check: () => Promise<void>): Promise<void> {
  const from = performance.now();
  try {
    await check();
    say(`ok      ${fact} (${Math.round(performance.now() - from)} ms)`);
  } catch (error) {
    process.exitCode = 1;
    say(`FAILED  ${fact}: ${String(error)}`);
  }
}

async function checkAll(domain: SambaDomain, portal: AdPortal): Promise<void> {
  const { admin, names } = portal;
  await step('it is taken for Active Directory, on LDAPS and with StartTLS', async () => {
    for (const url of [domain.url, domain.plainUrl]) assert.match(await portal.describe(url), /Active Directory/);
  });
  await step('a password on a line that is not encrypted is refused, and the line says what to do', async () => {
    await assert.rejects(portal.describe(domain.plainUrl, ''), /use ldaps:\/\//);
  });
  await step('people and groups are copied, a group of 2,000 too; who is disabled is so', async () => {
    await until(async () => (await portal.people()).length >= 2000);
    const people = await portal.people();
    assert.equal(people.find(({ name }) => name === names.disabled)?.isDisabled, true);
    assert.equal(people.find(({ name }) => name === names.expired)?.isDisabled, true);
    assert.equal(people.find(({ name }) => name === names.alice)?.isDisabled, false);
    assert.equal((await portal.membersOf('AD/EVERYBODY HERE')).length, 2000);
  });
  await step('super administrators are found through groups in groups, in a circle', async () => {
    await until(() => portal.isSuperAdmin(names.alice));
    assert.equal(portal.isSuperAdmin(names.bob), false);
  });
  await step('a look for changes finds no more than what changed', async () => {
    const before = await portal.generation();
    await admin.setMail('bob', 'bob.new@ad.example');
    await until(async () => (await portal.emailOf(names.bob)) === 'bob.new@ad.example');
    assert.equal(await portal.generation(), before + 1);
  });
  await step('a disabled account is out with its session', async () => {
    const isIn = await portal.signIn(names.bob);
    assert.equal(await isIn(), true);
    await admin.setFlags('bob', '546');
    await until(async () => !(await isIn()));
    assert.equal(await (await portal.signIn(names.bob))(), false);
    await admin.setFlags('bob', '544');
    await until(async () => (await portal.signIn(names.bob))());
  });
  await step('somebody who is deleted is out with their session', async () => {
    const isIn = await portal.signIn(names.carol);
    assert.equal(await isIn(), true);
    await admin.remove('carol');
    await until(async () => !(await isIn()));
  });
  await step('who leaves the group is no super administrator any more', async () => {
    await admin.setMembers('Operators', ['bob']);
    await until(() => !portal.isSuperAdmin(names.alice) && portal.isSuperAdmin(names.bob));
  });
}

const domain = await withSamba();
try {
  const portal = await adPortal(domain);
  try {
    await checkAll(domain, portal);
  } finally {
    await portal.stop();
  }
} finally {
  await domain.stop();
}
