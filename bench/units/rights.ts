import { adminDetails, assumeAdmin } from '@sheetwire/contract/admin';
import { watch } from '@sheetwire/contract/live';
import { branded } from '@sheetwire/rules/name';
import type { User } from '@sheetwire/rules/principal';
import { TopicLists } from '@sheetwire/server/areas/viewtopics/topic-lists';
import { LastAnswers } from '@sheetwire/server/areas/viewtopics/topics-details';
import { type Viewer, viewable } from '@sheetwire/server/policies/viewing';
import type { GroupRecord, Perms } from '@sheetwire/server/ports/perms';
import type { TopicHead } from '@sheetwire/server/ports/report-log';
import { RightsIndex } from '@sheetwire/server/rights/rights-index';
import { TopicIndex } from '@sheetwire/server/rights/topic-index';
import { alternate, threadCpu } from '../lib/alternate.ts';
import type { Figure } from '../lib/figures.ts';
import type { Plan } from '../lib/plan.ts';
import { cpuSeconds } from '../lib/process-figures.ts';
import { post } from '../servers/post.ts';
import { startProduct } from '../servers/product.ts';

const PRINCIPALS = 10_000;
const GROUPS = 1000;
const REPORTS = 100_000;
const REPORTS_OF_GROUP = 100;
/** The user whose rights are asked stands ten groups deep in every tenth list. */
const DEPTH = 10;
const OFTEN = 2_000_000;

/** What a right costs: a check, a user's list of topics, the same list again, and an idle Admin page. */
export async function rights(plan: Plan): Promise<Figure[]> {
  const world = makeWorld();
  return [await check(world, plan), await list(world, plan), await again(world, plan), await idleAdmin(plan)];
}

interface World {
  readonly rights: RightsIndex;
  readonly heads: readonly TopicHead[];
  readonly index: TopicIndex;
  readonly viewer: Viewer;
}

function makeWorld(): World {
  const user = (n: number): User => branded<'User'>(`ACME/user.${n}`);
  const everybody = Array.from({ length: PRINCIPALS }, (_, n) => user(n));
  const groups: GroupRecord[] = Array.from({ length: GROUPS }, (_, n) => ({
    name: branded<'Group'>(`ACME/TEAM ${n}`),
    isDirectory: n % 2 === 0,
    members:
      n % DEPTH === 0 ? everybody.filter((_, at) => at % GROUPS === n) : [branded<'Group'>(`ACME/TEAM ${n - 1}`)],
  }));
  const perms: Perms[] = Array.from({ length: REPORTS / REPORTS_OF_GROUP }, (_, n) => ({
    gropic: branded<'Gropic'>(`ACME/GROUP ${n}`),
    viewers: n % DEPTH === 0 ? [...everybody.slice(n + 1), branded<'Group'>(`ACME/TEAM ${DEPTH - 1}`)] : [user(n + 1)],
    publishers: [],
    interactors: [],
    admins: [user(1)],
    version: 1,
  }));
  const heads = perms.flatMap(({ gropic }) =>
    Array.from({ length: REPORTS_OF_GROUP }, (_, n) => headOf(branded<'Topic'>(`${gropic}/REPORT ${n}`))),
  );
  const made = RightsIndex.of({ perms, groups, unadministered: 'entity' });
  const index = new TopicIndex();
  for (const head of heads) index.topicChanged(undefined, head);
  return { rights: made, heads, index, viewer: { user: user(0), kind: 'session', addinVersion: null } };
}

function headOf(topic: TopicHead['topic']): TopicHead {
  return { topic, version: 1, time: '', sender: '', isLive: true, viewSecret: null, publishSecret: null };
}

/** Ten thousand names in each list, the user in them through ten groups, against one look-up of ten thousand names. */
function check({ rights: now, heads, viewer }: World, { rounds }: Plan): Promise<Figure> {
  const some = heads.filter((_, n) => Math.floor(n / REPORTS_OF_GROUP) % DEPTH === 0);
  const names = new Map(Array.from({ length: PRINCIPALS }, (_, n) => [`ACME/user.${n}`, n]));
  const asked = some.map((_, n) => `ACME/user.${n}`);
  return alternate('rights, check / Map look-up', rounds, {
    of: () => timed((n) => now.mayView(viewer.user, at(some, n))),
    against: () => timed((n) => names.has(at(asked, n))),
  });
}

function at<T>(list: readonly T[], n: number): T {
  const value = list[n % list.length];
  if (value === undefined) throw new Error('nothing to ask');
  return value;
}

/** Every side is answered yes, and the answers are counted so that none is left out. */
function timed(ask: (n: number) => boolean): number {
  let count = 0;
  const from = threadCpu();
  for (let n = 0; n < OFTEN; n++) if (ask(n)) count++;
  if (count !== OFTEN) throw new Error('a question was answered no');
  return (threadCpu() - from) / OFTEN;
}

/** The list of one user from the index, against asking for each of all reports. */
function list({ rights: now, heads, index, viewer }: World, { rounds }: Plan): Promise<Figure> {
  const deps = { rights: () => now, provesViewSecret: () => false };
  const repeat = (times: number, work: () => readonly unknown[]) => () => {
    let count = 0;
    const from = threadCpu();
    for (let n = 0; n < times; n++) count += work().length;
    if (count === 0) throw new Error('the list is empty');
    return (threadCpu() - from) / times;
  };
  const few: Viewer = { ...viewer, user: branded<'User'>('ACME/user.2') };
  return alternate('topic list with 100,000 reports, index / each', rounds, {
    of: repeat(2000, () => index.topicsOf(now, few)),
    against: repeat(10, () => viewable(deps, few, heads)),
  });
}

/** The same list asked for again, as every page does every ten seconds. */
async function again({ rights: now, index, viewer }: World, { rounds }: Plan): Promise<Figure> {
  const lists = new TopicLists({
    rights: () => now,
    topicsOf: (one) => index.eachOf(now, one),
    isSeen: () => true,
    sameFor: (one) => index.sameFor(now, one),
  });
  const answers = new LastAnswers();
  const list = await lists.of(viewer);
  const count = list.topics.length;
  answers.isSame('login', list, { currnumtopics: count });
  const isSame = () => {
    const now = lists.of(viewer);
    return !(now instanceof Promise) && answers.isSame('login', now, { currnumtopics: count });
  };
  const known = new Map(Array.from({ length: PRINCIPALS }, (_, n) => [`ACME/user.${n}`, n]));
  const asked = Array.from({ length: 100 }, (_, n) => `ACME/user.${n}`);
  return alternate('topic list unchanged / Map look-up', rounds, {
    of: () => timed(isSame),
    against: () => timed((n) => known.has(at(asked, n))),
  });
}

/** The Admin page with a report group open and nothing new, against an answer of nothing. */
async function idleAdmin(plan: Plan): Promise<Figure> {
  const product = await startProduct(1);
  const client = await product.connect(1);
  const [streamId = ''] = client.streamIds;
  const headers = { cookie: product.cookies[0] ?? '', 'sec-fetch-site': 'same-origin' };
  const port = Number(new URL(product.url).port);
  const ask = (path: string, body: object) => post({ port, path, agent: product.agent, headers }, JSON.stringify(body));
  try {
    await ask(assumeAdmin.path, { gropic: 'ACME/RATES' });
    const asked = { asSuperAdmin: false, selectedGropic: 'ACME/RATES', principalToAdd: '', returnTzLocations: false };
    const first = await ask(adminDetails.path, { ...asked, principalsId: '', numAdmined: 0, gropicPermsId: '' });
    const { principalsId, gropicPermsId } = JSON.parse(first.toString());
    const held = { ...asked, principalsId, gropicPermsId, numAdmined: 1 };
    const many = plan.isQuick ? 600 : 2000;
    const cost = (path: string, body: object) => async () => {
      const from = cpuSeconds(product.pid);
      for (let n = 0; n < many; n++) await ask(path, body);
      return (cpuSeconds(product.pid) - from) / many;
    };
    return await alternate('admin page, idle poll / empty answer', plan.rounds, {
      of: cost(adminDetails.path, held),
      against: cost(watch.path, { streamId, topics: [] }),
    });
  } finally {
    await client.close();
    await product.stop();
  }
}
