import { limits } from '@sheetwire/contract/limits';
import { parseUser } from '@sheetwire/rules/principal';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hashSecret } from '#secrets/secrets.ts';
import { browser, startTestApp, type TestApp } from '../../testing/test-app.ts';

const password = 'a long password';
const tries = 10;
const hour = 3_600_000;
let server: TestApp;
beforeEach(async () => {
  server = await startTestApp();
  await server.addUser('DEMO/jane', password, { email: 'jane@example.com' });
});
afterEach(() => server.stop());

function ask(email: string, address?: string) {
  return browser(server, address).post('accounts/resetpassword/', { email });
}

async function receivers(): Promise<string[]> {
  return (await server.mails()).map(({ to }) => to);
}

test('only an account that may come in and has a mailbox gets a mail; the answer is the same for all', async () => {
  const at = server.clock.now();
  await server.addUser('DEMO/gone', password, { email: 'gone@example.com', disabledAt: at });
  await server.addUser('DEMO/pw', password, { email: 'sealed@is.password' });
  await server.addUser('DEMO/fresh', password, { email: 'fresh@example.com', passwordHash: null });
  for (const name of ['one', 'two']) await server.addUser(`DEMO/${name}`, password, { email: '' });
  const [one, two] = ['DEMO/one', 'DEMO/two'].map(parseUser);
  for (const user of [one, two]) if (user) await server.stores.users.update(user, { email: 'both@example.com' });
  const asked = [
    'jane@example.com',
    ' JANE@Example.com ',
    'gone@example.com',
    'sealed@is.password',
    'fresh@example.com',
  ];
  const answers = await Promise.all(
    [...asked, 'both@example.com', 'nobody@example.com', 'no address', ''].map((e) => ask(e)),
  );
  for (const { status, body, headers } of answers) {
    expect([status, body, Object.keys(headers)]).toEqual([
      200,
      answers[0]?.body,
      Object.keys(answers[0]?.headers ?? {}),
    ]);
  }
  expect((await receivers()).toSorted()).toEqual(['fresh@example.com', 'jane@example.com', 'jane@example.com']);
});

test('one address gets three mails an hour, and nobody is told of the limit', async () => {
  const answers = [];
  for (let n = 0; n < 5; n++) answers.push(await ask(n % 2 ? 'Jane@example.com' : 'jane@example.com', `10.0.0.${n}`));
  expect(new Set(answers.map(({ status, body }) => `${status} ${String(body.message)}`)).size).toBe(1);
  expect(await receivers()).toHaveLength(limits.resetMails.perEmail);
  server.clock.move(hour + 1);
  await ask('jane@example.com');
  expect(await receivers()).toHaveLength(limits.resetMails.perEmail + 1);
});

test('one client asks for twenty mails an hour, and is not told of the limit', async () => {
  const { perClient } = limits.resetMails;
  for (let n = 0; n < perClient + 2; n++)
    await server.addUser(`DEMO/u${n}`, password, { email: `u${n}@example.com`, passwordHash: null });
  for (let n = 0; n < perClient + 2; n++) expect((await ask(`u${n}@example.com`)).status).toBe(200);
  expect(await receivers()).toHaveLength(perClient);
  await ask('jane@example.com', '10.0.0.2');
  expect(await receivers()).toContain('jane@example.com');
});

test('a client fills no store with addresses that it makes up', async () => {
  const { perClient, within } = limits.resetMails;
  const emails = Array.from({ length: perClient + 5 }, (_, n) => `made.up${n}@example.com`);
  for (const email of emails) await ask(email);
  const keys = emails.map((email) => ({ key: `reset:${hashSecret(email)}`, within }));
  expect((await server.stores.throttle.standing(keys)).size).toBe(perClient);
});

test('what the address looks like is no key to anything: CR, LF and quotes go nowhere', async () => {
  for (const email of ['jane@example.com\r\nBcc: all@example.com', "' or 1=1 --@example.com", '"jane"@example.com'])
    await ask(email);
  expect(await receivers()).toEqual([]);
  expect((await browser(server).post('accounts/resetpassword/', { email: ['jane@example.com'] })).status).toBe(400);
});

test('known and unknown names are answered alike by login and by reset: text, status and headers', async () => {
  const seen = new Set<string>();
  const note = async (path: string, body: unknown) => {
    const { status, headers, body: said } = await browser(server).post(path, body);
    const { date: _, ...kept } = headers;
    seen.add(JSON.stringify([path, status, kept, said]));
  };
  for (let n = 0; n < tries; n++) {
    await server.addUser(`DEMO/known${n}`, password, { email: `known${n}@example.com` });
    for (const kind of ['known', 'unknown']) {
      await note('accounts/login/', { user: `DEMO/${kind}${n}`, password: 'wrong umbrella' });
      await note('accounts/login/', { user: `${kind}${n}@example.com`, password: 'wrong umbrella' });
      await note('accounts/resetpassword/', { email: `${kind}${n}@example.com` });
    }
  }
  expect(seen.size).toBe(2);
});

test('a name that is tried too often is refused alike whether or not somebody has it', async () => {
  const refusals: string[] = [];
  const refused: number[] = [];
  for (const name of ['DEMO/jane', 'DEMO/nobody', 'jane@example.com', 'nobody@example.com']) {
    const before = refusals.length;
    for (let n = 0; n <= limits.loginFailures.perPair; n++) {
      const { status, headers, body } = await browser(server).post('accounts/login/', {
        user: name,
        password: 'wrong',
      });
      if (status !== 200) refusals.push(JSON.stringify([status, headers['retry-after'], body]));
    }
    refused.push(refusals.length - before);
  }
  // An address that begins with the name counts as the name, and is refused from the first try.
  const every = limits.loginFailures.perPair + 1;
  expect(refused).toEqual([1, 1, every, every]);
  expect(new Set(refusals).size).toBe(1);
});
