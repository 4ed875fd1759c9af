import * as admin from '@sheetwire/contract/admin';
import type { Call } from '@sheetwire/contract/call';
import { allCalls } from '@sheetwire/contract/calls';
import { guard, guardTest } from '@sheetwire/contract/guard/calls';
import { cellHistory, versions } from '@sheetwire/contract/past/calls';
import { publishReport } from '@sheetwire/contract/publish';
import { publishingReport, publishingReports } from '@sheetwire/contract/publishing/calls';
import { publishVersions } from '@sheetwire/contract/publishing/for-programs';
import { publishRelease } from '@sheetwire/contract/publishing/history';
import { onControlAction, report } from '@sheetwire/contract/reports';
import { verify } from '@sheetwire/contract/verify/calls';
import { linkVersion } from '@sheetwire/contract/verify/link';
import { topicsDetails } from '@sheetwire/contract/viewtopics';
import { entityOf } from '@sheetwire/rules/gropic';
import { branded } from '@sheetwire/rules/name';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Perms } from '#ports/perms.ts';
import { type Cell, due, lists, named, outcomeOf, parsed, principals } from './testing/access-answers.ts';
import {
  type Allowed,
  changers,
  claimRules,
  gropicRows,
  historyRows,
  interactors,
  keepers,
  none,
  nothingHeld,
  ofReports,
  programRows,
  publishers,
  publishingRows,
  publishRows,
  type Role,
  roleNames,
  roles,
  superRows,
  type Target,
  targets,
  viewers,
  withoutRow,
} from './testing/access-table.ts';
import { browser, startTestApp, type TestApp } from './testing/test-app.ts';

const password = 'correct horse battery';

let server: TestApp;
const cookies = new Map<Role, string>();
const keys = new Map<Role, string>();
let kept: readonly Perms[] = [];

function wireLists(gropic: string): object {
  const { viewers: seen, publishers: sent, interactors, admins } = kept.find((one) => one.gropic === gropic) ?? none;
  return { viewers: seen, publishers: sent, interactors, admins };
}

beforeAll(() => start());

/** A portal with the whole cast, under one rule of who claims. */
async function start(claim = 'entity'): Promise<void> {
  server = await startTestApp({ SHEETWIRE_SUPER_ADMINS: 'ACME/super', SHEETWIRE_CLAIM: claim });
  for (const role of roleNames) await signIn(role);
  await server.addUser('ACME/third', password);
  await publish('freeReport', 'plain');
  await publish('bare', 'plain');
  await publish('listed', 'plain');
  await publish('foreignReport', 'foreign');
  await makeGroup('ACME/CHIEFS', 'ACME/nested.admin');
  await makeGroup('ACME/BOSSES', 'ACME/CHIEFS');
  await makeGroup('ACME/OWNERS', 'ACME/claimer', 'OTHER/foreign');
  const readers = ['ACME/viewer', 'ACME/publisher', 'ACME/interactor'];
  kept = [
    lists(targets.own, {
      viewers: [...readers, 'OTHER/foreign'],
      publishers: ['ACME/publisher'],
      interactors: ['ACME/interactor'],
      admins: ['ACME/group.admin', 'ACME/BOSSES', 'ACME/blocked'],
    }),
    lists(targets.listed, { admins: ['ACME/report.admin'] }),
    lists(targets.other, { viewers: ['ACME/BOSSES'], admins: ['ACME/third'] }),
    lists(targets.foreign, { admins: ['OTHER/foreign.admin'] }),
  ];
  await restore();
}
afterAll(() => server.stop());

async function signIn(role: Role): Promise<void> {
  const name = roles[role];
  if (name === undefined) return;
  await server.addUser(name, password, { blockAdminPage: role === 'blocked' });
  const web = browser(server);
  await web.call('accounts/login/', { user: name, password });
  cookies.set(role, web.cookie);
  keys.set(role, String((await web.call('tokens/apikeys/', { name: 'robot' })).key));
}

async function makeGroup(name: string, ...members: string[]): Promise<void> {
  await server.stores.groups.save({ name: branded<'Group'>(name), isDirectory: false, members: principals(members) });
}

/** The lists as every cell finds them. */
async function restore(): Promise<void> {
  const { perms } = server.stores;
  for (const { gropic } of await perms.list()) await perms.remove(gropic);
  for (const one of kept) await perms.save(one, 0);
  await server.app.reporting.rightsChanged();
}

async function publish(target: Target, role: Role): Promise<void> {
  const answer = await send(publishReport, contentOf(targets[target]), { authorization: `Bearer ${keys.get(role)}` });
  expect(answer.status).toBe(200);
}

function contentOf(topic: string): object {
  return { topic, pages: [{ name: 'P', html: '<p>1</p>' }] };
}

async function send(call: Call, input: object, headers: Readonly<Record<string, string>>, prefix = '') {
  const isGet = call.method === 'GET';
  const answer = await server.app.fastify.inject({
    method: call.method,
    url: `${prefix}${call.path}`,
    headers: { 'sec-fetch-site': 'same-origin', ...(isGet ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(isGet ? {} : { payload: JSON.stringify(input) }),
  });
  return { status: answer.statusCode, text: answer.body, body: parsed(answer.body) };
}

function as(role: Role): Record<string, string> {
  const cookie = cookies.get(role);
  return cookie === undefined ? {} : { cookie };
}

/** Whose accounts no refused answer names, unless they are the caller's own or asked for. */
const secret = /report\.admin|foreign\.admin|nested\.admin|third|CHIEFS/;

const targetNames = Object.keys(targets).filter((name): name is Target => name in targets);
let cells = 0;

/** Every role on every gropic of a table. */
function cellsOf(allowed: Allowed): Cell[] {
  const all = targetNames.flatMap((target) => {
    const may = allowed[target];
    return may === undefined ? [] : roleNames.map((role) => ({ role, target, may: may.includes(role) }));
  });
  cells += all.length;
  return all;
}

test.each(gropicRows)('$call.path: every role on every gropic', async ({ call, allowed, input }) => {
  const wrong: string[] = [];
  for (const cell of cellsOf(allowed)) {
    const answer = await send(call, input(targets[cell.target], wireLists(targets[cell.target])), as(cell.role));
    if (outcomeOf(answer) !== due(cell)) wrong.push(`${cell.role} on ${cell.target}: ${answer.text}`);
    if (isToldNames(call, cell, answer.text)) wrong.push(`${cell.role} is told names on ${cell.target}`);
    if (call === admin.assumeAdmin && outcomeOf(answer) === 'answered') await restore();
  }
  expect(wrong).toEqual([]);
});

test.each(claimRules)('assumeadmin/ where %s may claim: every role on every gropic', async (claim, allowed) => {
  await server.stop();
  await start(claim);
  for (const cell of cellsOf(allowed)) {
    const answer = await send(admin.assumeAdmin, { gropic: targets[cell.target] }, as(cell.role));
    expect([claim, cell, outcomeOf(answer)]).toEqual([claim, cell, due(cell)]);
    if (outcomeOf(answer) === 'answered') await restore();
  }
  for (const role of roleNames.filter((one) => one !== 'nobody' && one !== 'blocked')) {
    const answer = await send(
      admin.adminDetails,
      { ...nothingHeld, selectedGropic: '', returnTzLocations: false },
      as(role),
    );
    const mayClaim = (allowed[roles[role]?.startsWith('ACME/') ? 'free' : 'freeOther'] ?? []).includes(role);
    expect([claim, role, answer.body.claimRefusal === undefined]).toEqual([claim, role, mayClaim]);
  }
});

test('a foreign viewer is made more by super admins alone, whoever else may change the lists', async () => {
  const before = kept.find(({ gropic }) => gropic === targets.own) ?? expect.unreachable();
  for (const list of ['publishers', 'interactors', 'admins'] as const) {
    for (const role of roleNames) {
      const raised = { ...wireLists(targets.own), [list]: [...before[list], 'OTHER/foreign'] };
      const answer = await send(admin.gropicPerms, { gropic: targets.own, ...raised }, as(role));
      cells++;
      expect([role, outcomeOf(answer)]).toEqual([role, due({ role, may: changers.own?.includes(role) ?? false })]);
      const now = await server.stores.perms.get(branded<'Gropic'>(targets.own));
      expect([role, list, now?.[list].includes(branded<'User'>('OTHER/foreign'))]).toEqual([
        role,
        list,
        role === 'super',
      ]);
      if (role === 'super') await restore();
    }
  }
});

/** A refusal names nobody, but the admins of what one wants to assume in one's own entity. */
function isToldNames(call: Call, { role, target, may }: Cell, text: string): boolean {
  const isOwnEntity = entityOf(roles[role] ?? '') === entityOf(targets[target]);
  if (may || (call === admin.assumeAdmin && isOwnEntity)) return false;
  return secret.test(withoutOwn(text, role));
}

/** Details that are refused still carry the lists of what the caller administers elsewhere. */
function withoutOwn(text: string, role: Role): string {
  const { principals: shown, ...rest } = parsed(text);
  return JSON.stringify(administering.includes(role) ? rest : { ...rest, shown });
}

const administering: readonly Role[] = ['reportAdmin', 'groupAdmin', 'nestedAdmin', 'foreignAdmin', 'super'];

test('the users of groups are for who administers anything', async () => {
  for (const role of roleNames) {
    const answer = await send(admin.getUsers, { principal: 'ACME/[ALL]', principalGroups: [] }, as(role));
    cells++;
    expect([role, outcomeOf(answer)]).toEqual([role, due({ role, may: administering.includes(role) })]);
  }
});

test.each(superRows.map(([call, input]) => ({ call, input })))('$call.path is for super admins', async (row) => {
  for (const role of roleNames) {
    const answer = await send(row.call, row.input, as(role));
    cells++;
    expect([role, outcomeOf(answer)]).toEqual([role, due({ role, may: role === 'super' })]);
    if (outcomeOf(answer) === 'unauthorized') expect(answer.body).toEqual({ unauthorized: true });
  }
});

test('a report that may not be viewed answers as one that does not exist', async () => {
  const ask = (topic: string, role: Role) => send(report, { ...unseen, topic }, as(role));
  for (const { role, target, may } of cellsOf(viewers)) {
    const [answer, absent] = [await ask(targets[target], role), await ask('ACME/NO/SUCH', role)];
    if (may) expect([role, target, answer.body.version]).toEqual([role, target, 1]);
    else expect([role, answer.status, answer.text]).toEqual([role, absent.status, named(absent.text, targets[target])]);
  }
});

/** Calls on the past of a report, and whether programs have them too. */
const pastRows: readonly (readonly [call: Call, input: object, takesBearer: boolean])[] = [
  [report, { reportTime: '', hasUserHtml: false, canInteract: false, numSnapshotDates: 0, at: 1 }, true],
  [versions, {}, false],
  [cellHistory, { page: 'P', cell: 'A1' }, false],
  [verify, { version: 1, page: 'P', cell: 'A1' }, true],
];

/** What a caller was told of the past of a report: all of it, nothing as of none, or what it is not meant to be. */
async function toldOfPast(call: Call, input: object, target: Target, headers: Readonly<Record<string, string>>) {
  const ask = (topic: string) => send(call, { ...input, topic }, headers);
  const [answer, absent] = [await ask(targets[target]), await ask('ACME/NO/SUCH')];
  // No page of the matrix has cells: their history is as empty as that of none.
  const isShown = (answer.body.shownVersion ?? answer.body.newestVersion) === 1 || call === cellHistory;
  const isNone = answer.status === absent.status && answer.text === named(absent.text, targets[target]);
  return { mayBeShown: answer.status === 200 && isShown, mayBeNone: isNone };
}

/** The browser of a role, and its program on calls that take one. */
function callersOf(role: Role, takesBearer: boolean): readonly Record<string, string>[] {
  const key = keys.get(role);
  return takesBearer && key !== undefined ? [as(role), { authorization: `Bearer ${key}` }] : [as(role)];
}

async function wrongPastOf({ role, target, may }: Cell): Promise<string[]> {
  const wrong: string[] = [];
  for (const [call, input, takesBearer] of pastRows) {
    for (const headers of callersOf(role, takesBearer)) {
      const { mayBeShown, mayBeNone } = await toldOfPast(call, input, target, headers);
      if (!(may ? mayBeShown : mayBeNone)) wrong.push(`${call.path}: ${role} on ${target}`);
    }
  }
  return wrong;
}

test('the past of a report is there for who may view it now, and else as that of none', async () => {
  const wrong: string[] = [];
  for (const cell of cellsOf(viewers)) {
    // A user looks at the past so often a second at most.
    server.clock.move(1000);
    wrong.push(...(await wrongPastOf(cell)));
  }
  expect(wrong).toEqual([]);
});

test('a version is kept for who may view its report, and else as that of none', async () => {
  // A user looks at the past so often a second at most.
  server.clock.move(1000);
  for (const { role, target, may } of cellsOf(viewers)) {
    const ask = (topic: string) => send(linkVersion, { topic, version: 1 }, as(role));
    const [answer, absent] = [await ask(targets[target]), await ask('ACME/NO/SUCH')];
    if (may) expect([role, target, answer.body]).toEqual([role, target, { kept: true }]);
    else expect([role, answer.status, answer.text]).toEqual([role, absent.status, absent.text]);
  }
});

test('publish/versions/ tells a program what its user may view, and else as of none', async () => {
  server.clock.move(1000);
  for (const { role, target, may } of cellsOf(viewers)) {
    const key = keys.get(role);
    if (key === undefined) continue;
    const ask = (topic: string) => send(publishVersions, { topic }, { authorization: `Bearer ${key}` });
    const [answer, absent] = [await ask(targets[target]), await ask('ACME/NO/SUCH')];
    if (may) expect([role, target, answer.body.newestVersion]).toEqual([role, target, 1]);
    else expect([role, answer.status, answer.text]).toEqual([role, absent.status, named(absent.text, targets[target])]);
  }
});

const unseen = { reportTime: '', hasUserHtml: false, canInteract: false, numSnapshotDates: 0 };

test('a list of topics holds what may be viewed and nothing else', async () => {
  const seen = new Map(roleNames.map((role): [Role, string[]] => [role, []]));
  for (const { role, target, may } of cellsOf(viewers)) if (may) seen.get(role)?.push(targets[target]);
  for (const role of roleNames) {
    const answer = await send(topicsDetails, { currnumtopics: 0 }, as(role));
    expect([role, answer.body.topics]).toEqual([role, role === 'nobody' ? undefined : seen.get(role)?.sort()]);
  }
});

test('who may not interact with a report uses none of its controls', async () => {
  const ask = { attributeVal: 'Nothing', controlVal: 'x' };
  for (const cell of cellsOf(interactors)) {
    for (const prefix of ['', '/remote']) {
      const answer = await send(onControlAction, { topic: targets[cell.target], ...ask }, as(cell.role), prefix);
      expect([cell, outcomeOf(answer)]).toEqual([cell, due(cell)]);
    }
  }
});

test('a linked file is there for who may view its report', async () => {
  const ask = async (topic: string, role: Role) => {
    const url = `/linkedfiles/${topic}/plan.txt`;
    const { statusCode } = await server.app.fastify.inject({ url, headers: as(role) });
    return statusCode;
  };
  for (const topic of Object.values(targets)) {
    const bytes = new TextEncoder().encode(topic);
    const file = { name: 'plan.txt', hash: topic, bytes: bytes.length, changedAt: 0 };
    const publishedBy = branded<'User'>('ACME/publisher');
    await server.stores.linkedFiles.put({ ...file, publishedBy, topic: branded<'Topic'>(topic) }, [bytes]);
  }
  for (const { role, target, may } of cellsOf(viewers)) {
    const refused = role === 'nobody' ? 401 : 404;
    expect([role, target, await ask(targets[target], role)]).toEqual([role, target, may ? 200 : refused]);
  }
});

test.each(publishRows)('$call.path: who may not publish a report is told so', async ({ call, input }) => {
  for (const cell of cellsOf(publishers)) {
    const key = keys.get(cell.role);
    const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
    const topic = targets[cell.target];
    const path = call.path.replace(':entity/:group/:report', encodeURI(topic)).replace(':name', 'note.txt');
    const outcome = outcomeOf(await send({ ...call, path }, input(topic), headers));
    const isRefused = outcome === '401' || outcome === '403';
    expect([cell, isRefused ? outcome : 'answered']).toEqual([cell, due(cell, '403')]);
  }
});

test.each(publishingRows)(
  '$call.path: the Publishing page tells publishers alone',
  async ({ call, input, takesBearer }) => {
    for (const cell of cellsOf(publishers)) {
      const topic = targets[cell.target];
      const path = call.path.replace(':entity/:group/:report', encodeURI(topic));
      const asTable = { 'content-type': 'text/csv' };
      const outcome = outcomeOf(await send({ ...call, path }, input(topic), { ...asTable, ...as(cell.role) }));
      const isRefused = outcome === '401' || outcome === '403';
      expect([cell, isRefused ? outcome : 'answered']).toEqual([cell, due(cell, '403')]);
      const key = keys.get(cell.role);
      const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
      const byKey = outcomeOf(await send({ ...call, path }, input(topic), headers));
      const told = byKey === '401' || byKey === '403' ? byKey : 'answered';
      expect([cell, told]).toEqual([cell, takesBearer ? due(cell, '403') : '401']);
    }
  },
);

test.each(historyRows)(
  '$call.path: publishers with a bearer and admins in the browser, nobody else',
  async ({ call, input }) => {
    for (const cell of cellsOf(publishers)) {
      const key = keys.get(cell.role);
      const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
      const outcome = outcomeOf(await send(call, input(targets[cell.target]), headers));
      const isRefused = outcome === '401' || outcome === '403';
      expect([cell, isRefused ? outcome : 'answered']).toEqual([cell, due(cell, '403')]);
    }
    for (const cell of cellsOf(keepers)) {
      const outcome = outcomeOf(await send(call, input(targets[cell.target]), as(cell.role)));
      const isRefused = outcome === '401' || outcome === '403';
      expect([cell, isRefused ? outcome : 'answered']).toEqual([cell, due(cell, '403')]);
    }
  },
);

test.each(programRows)('$call.path: for programs of admins, and never for a cookie', async ({ call, input }) => {
  for (const cell of cellsOf(ofReports)) {
    const key = keys.get(cell.role);
    const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
    expect([cell, outcomeOf(await send(call, input(targets[cell.target]), headers))]).toEqual([cell, due(cell)]);
    expect([cell, outcomeOf(await send(call, input(targets[cell.target]), as(cell.role)))]).toEqual([cell, '401']);
  }
});

test('of the calls of a browser that programs have under publish/ none works with a key', async () => {
  for (const [call, input] of [
    [versions, {}],
    [guard, {}],
    [guardTest, { rules: [] }],
  ] as const) {
    for (const { role, target } of cellsOf(ofReports)) {
      const headers = { authorization: `Bearer ${keys.get(role) ?? 'swk_none'}` };
      const outcome = outcomeOf(await send(call, { ...input, topic: targets[target] }, headers));
      expect([call.path, role, outcome]).toEqual([call.path, role, '401']);
    }
  }
});

test('publish/release/: of what waits for approval, who does not administer the report releases nothing', async () => {
  const note = { at: 0, actor: '', action: 'guard changed', object: '', address: '' };
  for (const { target } of cellsOf(keepers)) {
    const topic = branded<'Topic'>(targets[target]);
    await server.stores.guard.save({ topic, rules: [], releaseAfterMin: 0, revision: 0 }, note);
  }
  await server.app.reporting.releaseDue();
  for (const cell of cellsOf(keepers)) {
    const outcome = outcomeOf(
      await send(publishRelease, { topic: targets[cell.target], version: 999, accept: true }, as(cell.role)),
    );
    expect([cell, outcome === '409' ? 'answered' : outcome]).toEqual([cell, due(cell, '403')]);
  }
});

test('the publishes of a report are told to its publishers and its admins', async () => {
  const mayPublish = new Set(
    cellsOf(publishers).flatMap(({ role, target, may }) => (may ? [`${role} ${target}`] : [])),
  );
  for (const { role, target, may } of cellsOf(keepers)) {
    const cell = { role, target, may: may || mayPublish.has(`${role} ${target}`) };
    const outcome = outcomeOf(await send(publishingReport, { topic: targets[target] }, as(role)));
    const isRefused = outcome === '401' || outcome === '403';
    expect([cell, isRefused ? outcome : 'answered']).toEqual([cell, due(cell, '403')]);
  }
});

test('a list of reports to publish holds what may be published or administered and nothing else', async () => {
  const due = new Map(roleNames.map((role): [Role, string[]] => [role, []]));
  for (const { role, target, may } of cellsOf(publishers)) {
    const isAdmin = role !== 'super' && keepers[target]?.includes(role) === true;
    if (may || isAdmin) due.get(role)?.push(targets[target]);
  }
  for (const role of roleNames) {
    const { body } = await send(publishingReports, {}, as(role));
    const listed = Array.isArray(body.reports) ? body.reports.map(({ topic }) => topic) : undefined;
    expect([role, listed]).toEqual([role, role === 'nobody' ? undefined : due.get(role)?.sort()]);
  }
});

test('every call has a place in the matrix, and one without is named', () => {
  expect(withoutRow(allCalls)).toEqual([]);
  const fresh = { ...publishReport };
  const more = [...allCalls, ['publish.fresh', fresh] as const, ['admin.fresh', fresh] as const];
  expect(withoutRow(more)).toEqual(['publish.fresh', 'admin.fresh']);
});

test('under /remote there is no call but those that are said to be there', async () => {
  for (const call of allCalls.values()) {
    if (call.remote) continue;
    const answer = await send(call, {}, as('super'), '/remote');
    cells++;
    expect([call.path, answer.status]).toEqual([call.path, 404]);
  }
});

test('the matrix is whole', () => {
  expect(cells).toBeGreaterThan(800);
});
