import type { Call } from '@sheetwire/contract/call';
import { allCalls } from '@sheetwire/contract/calls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { browser, startTestApp, type TestApp } from './testing/test-app.ts';

const password = 'a long password';
let server: TestApp;
let cookie = '';
let superCookie = '';
let key = '';
beforeAll(async () => {
  server = await startTestApp({ SHEETWIRE_SUPER_ADMINS: 'DEMO/super' });
  await server.addUser('DEMO/jane', password);
  await server.addUser('DEMO/super', password);
  const over = browser(server);
  await over.call('accounts/login/', { user: 'DEMO/super', password });
  superCookie = over.cookie;
  const jane = browser(server);
  await jane.call('accounts/login/', { user: 'DEMO/jane', password });
  key = String((await jane.call('tokens/apikeys/', { name: 'robot' })).key);
  cookie = jane.cookie;
});
afterAll(() => server.stop());

/** The one table of who may call what without further rights (safety 2); a call without a row fails. */
const access: Readonly<Record<string, 'public' | 'session' | 'super' | 'bearer' | 'both'>> = {
  'accounts.userSettings': 'session',
  'accounts.logout': 'public',
  'accounts.username': 'public',
  'accounts.usernameRemote': 'public',
  'accounts.useSso': 'public',
  'accounts.tryWindowsAuth': 'public',
  'accounts.infoLogin': 'public',
  'accounts.login': 'public',
  'accounts.emailDetails': 'session',
  'accounts.sessions': 'session',
  'accounts.endSession': 'session',
  'accounts.endSessions': 'session',
  'accounts.getUserByKey': 'public',
  'accounts.setPassword': 'public',
  'accounts.resetPassword': 'public',
  'accounts.changeEmail': 'session',
  'accounts.confirmEmail': 'public',
  'admin.assumeAdmin': 'session',
  'admin.adminDetails': 'session',
  'admin.getUsers': 'session',
  'admin.gropicPerms': 'session',
  'admin.explain': 'session',
  'admin.captureSnapshot': 'session',
  'admin.snapshotSettings': 'session',
  'guard.guard': 'session',
  'guard.guardTest': 'session',
  'audit.auditRows': 'super',
  'audit.auditCsv': 'super',
  'live.stream': 'both',
  'live.watch': 'both',
  'publish.publishReport': 'bearer',
  'publish.publishCells': 'bearer',
  'publish.publishValues': 'bearer',
  'publish.publishAudience': 'bearer',
  'publish.publishRemove': 'bearer',
  'publish.publishTag': 'both',
  'publish.publishRollback': 'both',
  'publish.publishRelease': 'both',
  'publish.publishVersions': 'bearer',
  'publish.publishGuard': 'bearer',
  'publish.publishGuardTest': 'bearer',
  'publish.publishLinkedFile': 'bearer',
  'publish.publishWorkbook': 'bearer',
  'publish.publishOpen': 'bearer',
  'publish.publishControls': 'bearer',
  'publish.publishAck': 'bearer',
  'publishing.publishingReports': 'both',
  'publishing.publishingReport': 'both',
  'publishing.previewWorkbook': 'both',
  'publishing.sendWorkbook': 'session',
  'publishing.retention': 'session',
  'recoversettings.settingsDates': 'super',
  'recoversettings.recover': 'super',
  'recoversettings.previewRecovery': 'super',
  'reports.report': 'both',
  'reports.versions': 'session',
  'reports.cellHistory': 'session',
  'reports.linkVersion': 'session',
  'reports.verify': 'both',
  'reports.onControlAction': 'session',
  'server.serverFigures': 'super',
  'tokens.newToken': 'session',
  'tokens.exchange': 'public',
  'tokens.newApiKey': 'session',
  'tokens.listApiKeys': 'session',
  'tokens.revokeApiKey': 'session',
  'usergroups.userGroupsDetails': 'super',
  'usergroups.getUserGroup': 'super',
  'usergroups.createUserGroup': 'super',
  'usergroups.removeUserGroup': 'super',
  'usergroups.updateUserGroup': 'super',
  'users.usersDetails': 'super',
  'users.getUser': 'super',
  'users.getAdUser': 'super',
  'users.createUser': 'super',
  'users.updateUser': 'super',
  'users.sendPasswordResetEmail': 'super',
  'users.removeUser': 'super',
  'users.setSwitches': 'super',
  'users.endUserSessions': 'super',
  'viewtopics.topicsDetails': 'both',
};
const built = [...allCalls];

/** An input that no call takes: whoever passes the guard is told so, nobody else is. */
async function codeFor(call: Call, headers: Record<string, string>): Promise<string> {
  const url = call.method === 'GET' ? `${call.path}?nonsense=1` : call.path;
  const body = call.method === 'GET' ? {} : { payload: '{"nonsense":1}' };
  const type = call.method === 'GET' ? {} : { 'content-type': 'application/json' };
  const answer = await server.app.fastify.inject({
    method: call.method,
    url,
    headers: { ...type, ...headers },
    ...body,
  });
  const { error, unauthorized } = answer.json();
  return error?.code ?? (unauthorized === true ? 'unauthorized' : 'answered');
}

test('every call has its row', () => {
  expect(built.map(([name]) => name).sort()).toEqual(Object.keys(access).sort());
});

test.each(built)('%s is open to its callers and to nobody else', async (name, call) => {
  const sameOrigin = { 'sec-fetch-site': 'same-origin' };
  const row = access[name];
  const mayPass = (isOpen: boolean) => (isOpen ? 'malformed' : 'not_signed_in');
  expect(await codeFor(call, sameOrigin)).toBe(mayPass(row === 'public'));
  expect(await codeFor(call, { ...sameOrigin, cookie })).toBe(
    row === 'super' ? 'unauthorized' : mayPass(row !== 'bearer'),
  );
  expect(await codeFor(call, { ...sameOrigin, cookie: superCookie })).toBe(mayPass(row !== 'bearer'));
  expect(await codeFor(call, { ...sameOrigin, authorization: `Bearer ${key}` })).toBe(
    mayPass(row !== 'session' && row !== 'super'),
  );
  expect(await codeFor(call, { ...sameOrigin, authorization: 'Bearer swk_unknown' })).toBe(mayPass(row === 'public'));
  expect(await codeFor(call, { ...sameOrigin, cookie: `__Host-sheetwire=${key}` })).toBe(mayPass(row === 'public'));
});

/** Calls that look at no cookie (interfaces 9). */
const cookieless = ['tokens.exchange', 'publish.publishLinkedFile', 'publish.publishWorkbook'];

test.each(built.filter(([name]) => !cookieless.includes(name)))(
  '%s under a cookie is refused to another site',
  async (_, call) => {
    for (const site of ['cross-site', 'same-site', 'none']) {
      if (call.method === 'GET' && site !== 'cross-site') continue;
      expect(await codeFor(call, { 'sec-fetch-site': site, cookie })).toBe('cross_site');
    }
  },
);
