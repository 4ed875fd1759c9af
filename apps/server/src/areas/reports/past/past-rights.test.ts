import type { Call } from '@sheetwire/contract/call';
import { secretHeaders } from '@sheetwire/contract/headers';
import { publishVersions } from '@sheetwire/contract/publishing/for-programs';
import { report } from '@sheetwire/contract/reports';
import { verify } from '@sheetwire/contract/verify/calls';
import { parseGropic } from '@sheetwire/rules/gropic';
import { parsePrincipal } from '@sheetwire/rules/principal';
import { beforeAll, expect, test, vi } from 'vitest';
import { type TestPublisher, viewerOf } from '../../../testing/publisher.ts';
import type { TestApp, TestBrowser } from '../../../testing/test-app.ts';
import { viewingRig } from '../../../testing/viewing-rig.ts';

let server: TestApp;
let bot: TestPublisher;
let eve: TestBrowser;
viewingRig((rig) => {
  ({ server, bot, eve } = rig);
});

const html = '<table><tbody><tr><td data-cell="A1">12</td></tr></tbody></table>';
const publish = (topic: string, more = {}) =>
  bot.call('publish.publishReport', { topic, pages: [{ name: 'P', html }], ...more });

async function lists(topic: string, viewers: readonly string[], admins: readonly string[] = ['ACME/boss']) {
  const gropic = parseGropic(topic) ?? expect.unreachable();
  const of = (names: readonly string[]) => names.flatMap((name) => parsePrincipal(name) ?? []);
  const before = await server.stores.perms.get(gropic);
  const all = { viewers: of(viewers), publishers: of(['ACME/bot']), interactors: [], admins: of(admins) };
  await server.stores.perms.save({ gropic, ...all, version: 0 }, before?.version ?? 0);
  await server.app.reporting.rightsChanged();
}

const open = 'ACME/PASTRIGHTS/OPEN';
const secret = 'ACME/PASTRIGHTS/SECRET';
const listed = 'ACME/PASTRIGHTS/LISTED';
const both = 'ACME/PASTRIGHTS/BOTH';
const others = 'ACME/PASTRIGHTS/OTHERS';
const absent = 'ACME/PASTRIGHTS/ABSENT';
const right = 'the right secret';

/** A program of a user: with an API key, or as an add-in of a version. */
interface Program {
  readonly name: string;
  readonly bearer: string;
  readonly mayTouchAdministered: boolean;
}

const programs: Program[] = [];
beforeAll(async () => {
  for (const topic of [open, listed, others]) await publish(topic);
  for (const topic of [secret, both]) await publish(topic, { viewSecret: right });
  const jane = await viewerOf(server, 'ACME/jane');
  await viewerOf(server, 'ACME/boss');
  for (const topic of [listed, both]) await lists(topic, ['ACME/jane']);
  await lists(others, ['ACME/boss']);
  const { key } = await jane.call('tokens/apikeys/', { name: 'reader' });
  programs.push({ name: 'key', bearer: String(key), mayTouchAdministered: true });
  for (const version of ['1.2.0', '1.1.9']) {
    const { token } = await jane.call('tokens/newtoken/', {});
    const asked = { token, app: 'Excel', instanceId: version, version };
    const { credential } = await jane.call('tokens/exchange/', asked);
    programs.push({ name: version, bearer: String(credential), mayTouchAdministered: version === '1.2.0' });
  }
});

const calls: readonly (readonly [Call, object])[] = [
  [report, { at: 1 }],
  [report, { at: '2027-01-01T00:00:00Z' }],
  [report, { at: 1, fromVersion: 1 }],
  [verify, { version: 1, page: 'P', cell: 'A1', text: '12' }],
  [publishVersions, {}],
];

async function ask(call: Call, input: object, headers: Readonly<Record<string, string>>) {
  // A user looks at the past so often a second at most.
  server.clock.move(1000);
  const { statusCode, body } = await server.app.fastify.inject({
    method: 'POST',
    url: call.path,
    headers: { 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(input),
  });
  return { status: statusCode, body };
}

/** A program that asks for a report, with a view secret or without. */
interface Asking {
  readonly topic: string;
  readonly program: Program;
  readonly given: string | undefined;
}

function isOpenTo({ topic, program, given }: Asking): boolean {
  const isOpen = topic === open || topic === secret || (program.mayTouchAdministered && topic !== others);
  return isOpen && (given === right || (topic !== secret && topic !== both));
}

/** The calls that answered otherwise than they are meant to. */
async function wrongOf(asking: Asking): Promise<string[]> {
  const { topic, program, given } = asking;
  const headers = { authorization: `Bearer ${program.bearer}`, ...(given && { [secretHeaders.view]: given }) };
  const may = isOpenTo(asking);
  const wrong: string[] = [];
  for (const [call, input] of calls) {
    const answer = await ask(call, { ...input, topic }, headers);
    const none = await ask(call, { ...input, topic: absent }, headers);
    const isClosed = answer.status === none.status && answer.body === none.body.replaceAll(absent, topic);
    const isShown = answer.status === 200 && /"(?:shownVersion|newestVersion)":1\b/.test(answer.body);
    if (may ? !isShown : !isClosed) wrong.push(`${call.path} ${topic} ${program.name} ${given}: ${answer.body}`);
  }
  return wrong;
}

test('the past is open to a program as the report is: by its version, the lists and the view secret', async () => {
  const asking = [open, secret, listed, both, others].flatMap((topic) =>
    programs.flatMap((program) => [undefined, right, 'another'].map((given): Asking => ({ topic, program, given }))),
  );
  const wrong: string[] = [];
  for (const one of asking) wrong.push(...(await wrongOf(one)));
  expect(wrong).toEqual([]);
  expect(asking.filter(isOpenTo)).toHaveLength(20);
});

/** What a browser is told of the past of a report, call by call. */
async function pastOf(web: TestBrowser, topic: string): Promise<boolean[]> {
  server.clock.move(1000);
  const told = [
    (await web.call('reports/report/', { topic, at: 1 })).shownVersion === 1,
    (await web.call('reports/versions/', { topic })).newestVersion === 2,
    JSON.stringify(await web.call('reports/cellhistory/', { topic, page: 'P', cell: 'A1' })).includes('"12"'),
    (await web.call('reports/verify/', { topic, version: 1, page: 'P', cell: 'A1', text: '12' })).state === 'signed',
    (await web.call('reports/link/', { topic, version: 1 })).kept === true,
  ];
  return told;
}
const [all, nothing] = [true, false].map((isTold) => Array.from({ length: 5 }, () => isTold));

test('who is given the right sees the past of before, who loses it sees none, at once, and again when it comes back', async () => {
  const topic = 'ACME/PASTRIGHTS/MOVING';
  const gropic = topic;
  await publish(topic);
  await bot.call('publish.publishCells', { topic, baseVersion: 1, cells: [{ page: 'P', cell: 'A1', html: '13' }] });
  await lists(topic, [], ['ACME/chief']);
  const chief = await viewerOf(server, 'ACME/chief');
  const late = await viewerOf(server, 'ACME/late');
  const save = async (viewers: readonly string[]) => {
    const answer = await chief.call('admin/gropicperms/', {
      ...{ gropic, viewers, publishers: [], interactors: [], admins: ['ACME/chief'] },
    });
    expect(answer).not.toHaveProperty('unauthorized');
  };
  expect([await pastOf(late, topic), await pastOf(chief, topic), await pastOf(eve, topic)]).toEqual([
    nothing,
    nothing,
    nothing,
  ]);
  await save(['ACME/late']);
  expect(await pastOf(late, topic)).toEqual(all);
  await save([]);
  expect(await pastOf(late, topic)).toEqual(nothing);
  await save(['ACME/[ALL]']);
  expect([await pastOf(late, topic), await pastOf(chief, topic), await pastOf(eve, topic)]).toEqual([
    all,
    all,
    nothing,
  ]);
});

test('in the browser a report with a view secret has no past, but to its viewers', async () => {
  const jane = await viewerOf(server, 'ACME/june');
  const topic = 'ACME/PASTRIGHTS/WEB';
  await publish(topic, { viewSecret: right });
  await bot.call('publish.publishCells', { topic, baseVersion: 1, cells: [{ page: 'P', cell: 'A1', html: '13' }] });
  expect(await pastOf(jane, topic)).toEqual(nothing);
  await lists(topic, ['ACME/june']);
  expect(await pastOf(jane, topic)).toEqual(all);
});

test('a right that goes while an address waits for its turn keeps no version', async () => {
  const topic = 'ACME/PASTRIGHTS/WAITING';
  await publish(topic);
  const kim = await viewerOf(server, 'ACME/kim');
  const { marks, past } = server.stores;
  const read = past.read.bind(past);
  const [turn, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const reading = vi.spyOn(past, 'read').mockImplementationOnce(async (...asked) => {
    begun.resolve();
    await turn.promise;
    return read(...asked);
  });
  const kept = vi.spyOn(marks, 'link');
  const looked = kim.call('reports/report/', { topic, at: 1 });
  await begun.promise;
  const seen = vi.spyOn(server.app.reporting.engine, 'head');
  const linked = kim.call('reports/link/', { topic, version: 1 });
  await expect.poll(() => seen.mock.calls.length).toBeGreaterThan(0);
  await lists(topic, ['ACME/boss']);
  turn.resolve();
  expect([await linked, (await looked).pages]).toEqual([{ kept: false }, []]);
  expect(kept).not.toHaveBeenCalled();
  for (const spy of [reading, kept, seen]) spy.mockRestore();
});
