import { afterAll, beforeAll, expect, test } from 'vitest';
import { browser, startTestApp, type TestApp, type TestBrowser } from '../../testing/test-app.ts';

const password = 'a long password';
let server: TestApp;
let over: TestBrowser;
beforeAll(async () => {
  server = await startTestApp({ SHEETWIRE_SUPER_ADMINS: 'DEMO/super' });
  for (const name of ['super', 'jane', 'bob']) await server.addUser(`DEMO/${name}`, password);
  over = await signedIn('DEMO/super');
});
afterAll(() => server.stop());

async function signedIn(user: string): Promise<TestBrowser> {
  const visitor = browser(server);
  await visitor.call('accounts/login/', { user, password });
  return visitor;
}

const call = (name: string, body: object, by = over) => by.call(`admin/users/${name}/`, body);
const create = (user: string, email: string, associatedAdUser = '') =>
  call('createuser', { user, email, associatedAdUser });
const update = (user: string, email: string, associatedAdUser = '') =>
  call('updateuser', { user, email, associatedAdUser });

async function noted(action: string) {
  return (await server.stores.audit.read({ limit: 50 })).filter((row) => row.action === action);
}

test.each([
  ['DEMO/jane', 'x@example.com', 'A user with this name already exists'],
  ['DEMO/Jane', 'x@example.com', 'A user with this name already exists'],
  ['OTHER/x', 'x@example.com', 'Choose one of the entities DEMO'],
  ['DEMO/x', '', 'Enter an email address'],
  ['DEMO/x', 'x@example', 'This is not a valid email address'],
  ['DEMO/x', 'x@example.c0m', 'This is not a valid email address'],
  ['DEMO/x', '@is.password', 'This is not a valid email address'],
  ['DEMO/x', 'DEMO.JANE@example.com', 'Another user has this email address'],
  ['DEMO/x', 'short@is.password', /^The part of the email before @is.password is the password\. Use at least 12/],
  ['DEMO/x', 'password1234@is.password', /@is.password is the password\. Choose another password/],
])('%s with %s is refused', async (user, email, message) => {
  const answer = await create(user, email);
  expect(answer).toEqual({
    success: false,
    message: typeof message === 'string' ? message : expect.stringMatching(message),
  });
  // A message about the address says email, and no other does: it lands under its field (spec 8).
  expect(String(answer.message).includes('email')).toBe(user === 'DEMO/x');
  expect(await server.stores.users.list()).toHaveLength(3);
  expect(await server.mails()).toEqual([]);
});

test.each([
  ['DEMO/x', 'x@example.com', 'ACME/nobody', 'User not found in the directory'],
  ['DEMO/x', 'x@example.com', 'nonsense', 'User not found in the directory'],
])('%s is not associated with %s who is not in the directory', async (user, email, adUser, message) => {
  expect(await create(user, email, adUser)).toEqual({ success: false, message });
  expect(await call('getaduser', { associatedAdUser: adUser })).toEqual({ message });
});

test.each([
  ['DEMO/jane', 'DEMO.jane@example.com', 'This is already the current email address'],
  ['DEMO/jane', '', 'Enter an email address'],
  ['DEMO/jane', 'jane', 'This is not a valid email address'],
  ['DEMO/jane', 'demo.BOB@example.com', 'Another user has this email address'],
  ['DEMO/jane', 'weak@is.password', /^The part of the email before @is.password is the password/],
  ['DEMO/nobody', 'x@example.com', 'User not found'],
])('%s is not given %s', async (user, email, message) => {
  expect(await update(user, email)).toEqual({
    success: false,
    message: typeof message === 'string' ? message : expect.stringMatching(message),
  });
  expect(await noted('user changed')).toEqual([]);
});

test('whoever is no super administrator learns and changes nothing', async () => {
  const jane = await signedIn('DEMO/jane');
  const bodies = {
    usersdetails: { usersId: '', adUsersId: '', userEntities: [] },
    getuser: { user: 'DEMO/bob' },
    getaduser: { associatedAdUser: 'DEMO/bob' },
    createuser: { user: 'DEMO/x', email: 'x@example.com', associatedAdUser: '' },
    updateuser: { user: 'DEMO/bob', email: 'x@example.com', associatedAdUser: '' },
    sendpasswordresetemail: { user: 'DEMO/bob' },
    removeuser: { user: 'DEMO/bob' },
    setswitches: { user: 'DEMO/jane', blockAdminPage: false },
    endsessions: { user: 'DEMO/bob' },
  };
  for (const [name, body] of Object.entries(bodies)) {
    expect(await call(name, body, jane)).toEqual({ unauthorized: true });
  }
  expect(await server.stores.users.list()).toHaveLength(3);
  expect(await server.mails()).toEqual([]);
});
