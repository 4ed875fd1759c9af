import { branded } from '@sheetwire/rules/name';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onEachStore } from '../../../testing/each-store.ts';
import { publisherOf, type TestPublisher, viewerOf } from '../../../testing/publisher.ts';
import { listen, StreamClient } from '../../../testing/stream-client.ts';
import { browser, startTestApp, type TestApp, type TestBrowser } from '../../../testing/test-app.ts';

const LONG = 30_000;
const strong = 'tractor beam umbrella nine';
const secret = 'hers alone';
const day = 86_400_000;

onEachStore((newDatabase) => {
  let server: TestApp;
  let over: TestBrowser;
  let bot: TestPublisher;
  let base: string;
  beforeAll(async () => {
    const databaseUrl = await newDatabase();
    server = await startTestApp({ SHEETWIRE_SUPER_ADMINS: 'ACME/over' }, { databaseUrl });
    over = await viewerOf(server, 'ACME/over');
    bot = await publisherOf(server, 'ACME/bot');
    base = await listen(server);
  }, LONG);
  afterAll(() => server?.stop());

  const sheet = (value: string) => `<table><tbody><tr><td data-cell="A1">${value}</td></tr></tbody></table>`;
  const pagesFor = (user: string, value: string, common = 'all') => [
    { name: 'P', html: sheet(common) },
    { name: 'P', html: sheet(value), user },
  ];
  const publish = async (topic: string, pages: readonly object[]) => {
    server.clock.move(1000);
    const { body } = await bot.call('publish.publishReport', { topic, pages });
    expect(body.changed).toBe(true);
    return Number(body.version);
  };
  const cell = async (topic: string, baseVersion: number, html: string, more = {}) => {
    server.clock.move(1000);
    const cells = [{ page: 'P', cell: 'A1', html, ...more }];
    const { body } = await bot.call('publish.publishCells', { topic, baseVersion, cells });
    expect(body).toMatchObject({ changed: true });
    return Number(body.version);
  };
  const create = async (user: string) => {
    const answer = await over.call('admin/users/createuser/', {
      ...{ user, email: `${strong}@is.password`, associatedAdUser: '' },
    });
    expect(answer).toMatchObject({ success: true });
    return signedIn(user);
  };
  const remove = async (user: string) => {
    server.clock.move(1000);
    expect(await over.call('admin/users/removeuser/', { user })).toEqual({});
  };
  const signedIn = async (user: string) => {
    const web = browser(server);
    await web.call('accounts/login/', { user, password: strong });
    expect((await web.call('accounts/usernameremote/')).user).toBe(user);
    return web;
  };
  /** The answers of now and of the past that tell a browser the secret. */
  const tellingOf = async (web: TestBrowser, topic: string, versions: number): Promise<string[]> => {
    const told: [string, unknown][] = [['live', await web.call('reports/report/', { topic, reportTime: '' })]];
    for (let version = 1; version <= versions; version++) {
      server.clock.move(1000);
      for (const fromVersion of [undefined, version - 1, version + 1])
        told.push([
          `${version} from ${fromVersion}`,
          await web.call('reports/report/', { topic, at: version, fromVersion }),
        ]);
      const asked = { topic, version, page: 'P', cell: 'A1' };
      told.push([`verify ${version}`, await web.call('reports/verify/', asked)]);
    }
    told.push(['history', await web.call('reports/cellhistory/', { topic, page: 'P', cell: 'A1' })]);
    told.push(['day', await web.call('reports/report/', { topic: `${topic}.20261130`, reportTime: '' })]);
    told.push(['shell', (await server.app.fastify.inject({ url: `/${topic}`, headers: { cookie: web.cookie } })).body]);
    return told.filter(([, one]) => JSON.stringify(one).includes(secret)).map(([name]) => name);
  };
  const historyOf = async (web: TestBrowser, topic: string) => {
    server.clock.move(1000);
    const { values } = await web.call('reports/cellhistory/', { topic, page: 'P', cell: 'A1' });
    return (Array.isArray(values) ? values : []).map(({ version, text }) => [version, text]);
  };
  const streamOf = (web: TestBrowser) =>
    StreamClient.open(base, { cookie: web.cookie, 'sec-fetch-site': 'same-origin' });

  test('who is given the name of somebody who went sees nothing that was addressed to them, then or now', async () => {
    const [topic, user] = ['ACME/AGAIN/ONE', 'ACME/jane'];
    const former = await create(user);
    await publish(topic, pagesFor(user, secret));
    await cell(topic, 1, `${secret}, too`, { user });
    await cell(topic, 2, 'all of 3');
    const report = (await server.stores.past.read(branded<'Topic'>(topic), 2)) ?? expect.unreachable();
    const capturedAt = server.clock.now();
    await server.stores.snapshots.capture({ topic: branded<'Topic'>(topic), date: '2026-11-30', capturedAt, report });
    await former.call('accounts/usersettings/', { user, recentReports: [topic] });
    expect(await tellingOf(former, topic, 3)).toEqual([
      ...['live', '1 from undefined', '1 from 2', 'verify 1', '2 from undefined', '2 from 1', 'verify 2'],
      ...['3 from undefined', '3 from 4', 'verify 3', 'history', 'day', 'shell'],
    ]);
    await remove(user);
    const next = await create(user);
    expect((await next.call('accounts/usernameremote/')).recentReports).toEqual([]);
    expect(await tellingOf(next, topic, 3)).toEqual([]);
    const stream = await streamOf(next);
    expect(await stream.watch([{ topic, version: 3 }])).toBe(200);
    // Her page goes on as cells say, for nobody; what all receive is told by it.
    await cell(topic, 3, `${secret}, still`, { user });
    await cell(topic, 4, 'all of 5');
    expect(await stream.next('delta')).toMatchObject({ from: 3, to: 4, ops: [] });
    expect(await stream.next('delta')).toMatchObject({ from: 4, to: 5, ops: [[0, 'c', 0, 'all of 5']] });
    expect(await tellingOf(next, topic, 5)).toEqual([]);
    expect(await next.call('reports/report/', { topic, reportTime: '' })).toMatchObject({
      hasUserHtml: false,
      pages: [sheet('all of 5')],
    });
    // Given to the name anew, by the same report: it is for whoever has the name then.
    expect(await publish(topic, pagesFor(user, `${secret}, still`, 'all of 5'))).toBe(6);
    const live = await next.call('reports/report/', { topic, reportTime: '' });
    expect(live).toMatchObject({ hasUserHtml: true, pages: [sheet(`${secret}, still`)] });
    expect(await historyOf(next, topic)).toEqual([
      [6, `${secret}, still`],
      [5, 'all of 5'],
      [3, 'all of 3'],
      [1, 'all'],
    ]);
    await cell(topic, 6, 'for the next', { user });
    expect(await stream.next('changed')).toMatchObject({ version: 6 });
    const { body } = await bot.call('publish.publishReport', {
      topic,
      pages: pagesFor(user, 'for the next', 'all of 5'),
    });
    expect(body.changed).toBe(false);
    stream.close();
  });

  test('a page for somebody who was not there yet is theirs when they come', async () => {
    const [topic, user] = ['ACME/AGAIN/FIRST', 'ACME/first'];
    await publish(topic, pagesFor(user, secret));
    const first = await create(user);
    expect(await tellingOf(first, topic, 1)).toContain('live');
    await remove(user);
    // What is given to the name while nobody has it is nobody's either: it goes on from what the former one was told.
    await publish(topic, pagesFor(user, `${secret}, alone`));
    const next = await create(user);
    expect(await tellingOf(next, topic, 2)).toEqual([]);
    await publish(topic, pagesFor(user, 'for the next'));
    expect(await next.call('reports/report/', { topic, reportTime: '' })).toMatchObject({
      pages: [sheet('for the next')],
    });
  });

  test('an account that a recovery brings back sees what was addressed to it, and nothing of who had the name since', async () => {
    const [topic, user] = ['ACME/AGAIN/BACK', 'ACME/back'];
    await create(user);
    await publish(topic, pagesFor(user, 'of the first'));
    server.clock.move(day);
    await server.stores.settingsBackups.keepDay();
    const settingsDate = new Date(server.clock.now()).toISOString().slice(0, 10);
    over = await signedInAgain();
    await remove(user);
    await publish(topic, pagesFor(user, 'of the first, away'));
    const next = await create(user);
    await publish(topic, pagesFor(user, 'of the next'));
    expect(await historyOf(next, topic)).toEqual([
      [3, 'of the next'],
      [1, 'all'],
    ]);
    await remove(user);
    const recovered = await over.call('admin/recoversettings/recover/', { settings: 'users', settingsDate });
    expect(recovered).toMatchObject({ success: true });
    const back = await signedIn(user);
    expect(await historyOf(back, topic)).toEqual([
      [3, 'all'],
      [2, 'of the first, away'],
      [1, 'of the first'],
    ]);
  });

  const signedInAgain = async () => {
    const web = browser(server);
    await web.call('accounts/login/', { user: 'ACME/over', password: 'correct horse battery' });
    return web;
  };
});
