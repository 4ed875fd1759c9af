import { connect } from '@nats-io/transport-node';
import { limits } from '@sheetwire/contract/limits';
import { branded } from '@sheetwire/rules/name';
import type { Topic } from '@sheetwire/rules/topic';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Bus, BusMessage } from '#ports/bus.ts';
import { lineTo } from '../../../../../scripts/test/lines/frozen-line.ts';
import { withNats } from '../../../../../scripts/test/nats.ts';
import { withPostgres } from '../../../../../scripts/test/postgres.ts';
import { natsLane } from './lane.ts';
import { openBus } from './open-bus.ts';
import { Proof } from './proof.ts';

interface Line {
  readonly url: string;
  crash(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const START = 60_000;
const daily = branded<'Topic'>('ACME/RATES/DAILY');
const weekly = branded<'Topic'>('ACME/RATES/WEEKLY');

test('a server that is alone has a bus that is never down', async () => {
  const bus = await openBus({ busUrl: '', databaseUrl: '' });
  bus.send({ kind: 'rights' });
  await bus.check();
  await bus.close();
});

test('a bus of another kind is refused', async () => {
  await expect(openBus({ busUrl: 'redis://x', databaseUrl: '' })).rejects.toThrow('nats://');
});

suite('PostgreSQL NOTIFY', withPostgres, (url) => ({ busUrl: '', databaseUrl: url }));
suite('NATS', withNats, (url) => ({ busUrl: url, databaseUrl: '' }));

function suite(
  name: string,
  start: () => Promise<Line>,
  settings: (url: string) => { busUrl: string; databaseUrl: string },
) {
  describe(name, () => {
    let line: Line;
    beforeAll(async () => {
      line = await start();
    }, START);
    afterAll(() => line.stop(), START);

    const secretKey = Buffer.from('the key of all servers');
    const node = () => openBus({ ...settings(line.url), secretKey, onFault: () => undefined });

    test('a message reaches the other nodes and not its sender', async () => {
      const [a, b, c] = [await node(), await node(), await node()];
      const own = collect(a);
      const [atB, atC] = [collect(b), collect(c)];
      await flushed(b, c);
      a.send({ kind: 'version', topic: 'ACME/RATES/DAILY', version: 7 });
      a.send({ kind: 'admin', list: 'perms', gropic: 'ACME/RATES' });
      await atB.has(2);
      await atC.has(2);
      b.send({ kind: 'rights' });
      await own.has(1);
      expect(own.messages).toEqual([{ kind: 'rights' }]);
      expect(atC.messages[0]).toEqual({ kind: 'version', topic: 'ACME/RATES/DAILY', version: 7 });
      await Promise.all([a.close(), b.close(), c.close()]);
    });

    test('who follows a topic hears what changed at once, then the news of it, and all others the news alone', async () => {
      const [a, b, c] = [await node(), await node(), await node()];
      const [atB, atC] = [collect(b), collect(c)];
      expect(await b.follow(daily)).toBe('followed');
      a.send(told(daily, 7));
      a.send({ kind: 'rights' });
      await atB.has(3);
      await atC.has(2);
      expect(atB.messages).toEqual([told(daily, 7), { kind: 'rights' }, newsOf(told(daily, 7))]);
      expect(atC.messages).toEqual([{ kind: 'rights' }, newsOf(told(daily, 7))]);
      await Promise.all([a.close(), b.close(), c.close()]);
    });

    test('what is told last is told though its server stops', async () => {
      const [a, b] = [await node(), await node()];
      const atB = collect(b);
      await flushed(b);
      a.send(told(daily, 7));
      await a.close();
      await atB.has(1);
      expect(atB.messages).toEqual([newsOf(told(daily, 7))]);
      await b.close();
    });

    test('who may have kept what nobody is told of has all others read the store, and not itself', async () => {
      const [a, b, c] = [await node(), await node(), await node()];
      await Promise.all([flushed(b), flushed(c)]);
      a.onGap(() => expect.unreachable());
      const gaps = Promise.all([gapOf(b), gapOf(c)]);
      a.sendGap();
      await gaps;
      await Promise.all([a.close(), b.close(), c.close()]);
    });

    test('what was followed and is no more comes as news again', async () => {
      const [a, b] = [await node(), await node()];
      const atB = collect(b);
      await b.follow(daily);
      b.unfollow(daily);
      await b.follow(weekly);
      a.send(told(daily, 7));
      a.send(told(weekly, 8));
      await atB.has(3);
      expect(atB.messages.filter(hasChange)).toEqual([told(weekly, 8)]);
      await Promise.all([a.close(), b.close()]);
    });

    test(
      'what is followed is heard whole again after the line broke',
      async () => {
        const [a, b] = [await node(), await node()];
        const atB = collect(b);
        await b.follow(daily);
        const gaps = Promise.all([gapOf(a), gapOf(b)]);
        await line.crash();
        await expect.poll(() => isDown(b), { timeout: START, interval: 20 }).toBe(true);
        expect(await b.follow(weekly)).toBe('followed');
        await line.restart();
        await gaps;
        await b.follow(weekly);
        a.send(told(daily, 7));
        a.send(told(weekly, 8));
        await expect.poll(() => atB.messages.filter(hasChange), { timeout: START }).toHaveLength(2);
        await Promise.all([a.close(), b.close()]);
      },
      START,
    );

    test(
      'five thousand messages at once arrive, each once',
      async () => {
        const [a, b] = [await node(), await node()];
        const atB = collect(b);
        await flushed(a, b);
        for (let n = 0; n < 5000; n++) a.send({ kind: 'version', topic: `ACME/RATES/REPORT ${n}`, version: n });
        await atB.has(5000);
        expect(new Set(atB.messages.map((message) => JSON.stringify(message))).size).toBe(5000);
        expect(atB.messages).toHaveLength(5000);
        await Promise.all([a.close(), b.close()]);
      },
      START,
    );

    test(
      'a line that broke says so, comes back by itself, and tells of the gap',
      async () => {
        const [a, b] = [await node(), await node()];
        const atB = collect(b);
        const gaps = Promise.all([gapOf(a), gapOf(b)]);
        expect(a.line).toEqual({ isUp: true, breaks: 0 });
        await line.crash();
        await expect.poll(() => isDown(a), { timeout: START, interval: 20 }).toBe(true);
        expect(a.line).toEqual({ isUp: false, breaks: 1 });
        a.send({ kind: 'user', user: 'ACME/jane.doe' });
        await line.restart();
        await gaps;
        expect(a.line).toEqual({ isUp: true, breaks: 1 });
        a.send({ kind: 'rights' });
        await expect.poll(() => atB.messages.some(({ kind }) => kind === 'rights'), { timeout: START }).toBe(true);
        await a.check();
        await Promise.all([a.close(), b.close()]);
      },
      START,
    );

    test(
      'a line that is cut without a word is found, and mended once it is whole',
      async () => {
        const direct = new URL(line.url);
        const cut = await lineTo(Number(direct.port));
        direct.port = String(cut.port);
        const url = direct.href.replace(/\/$/, '');
        const bus = await openBus({ ...settings(url), secretKey, onFault: () => undefined });
        const [other, third] = [await node(), await node()];
        const [atBus, atOther] = [collect(bus), collect(other)];
        for (const each of [bus, other, third]) each.send({ kind: 'rights' });
        await Promise.all([atBus.has(2), atOther.has(2)]);
        await third.close();
        await flushed(bus, other);
        expect([bus.mayMiss(), other.mayMiss()]).toEqual([false, false]);
        const gap = gapOf(bus);
        cut.freeze();
        await expect.poll(() => isDown(bus), { timeout: START, interval: 50 }).toBe(true);
        await expect.poll(() => [bus.mayMiss(), other.mayMiss()], { timeout: START }).toEqual([true, true]);
        cut.thaw();
        await gap;
        // What a silent server did last is looked for, too, and that is told before the line is back.
        await expect.poll(() => isDown(bus), { timeout: START, interval: 50 }).toBe(false);
        await expect.poll(() => [bus.mayMiss(), other.mayMiss()], { timeout: START }).toEqual([false, false]);
        await Promise.all([bus.close(), other.close()]);
        await cut.stop();
      },
      START,
    );
  });
}

test(
  'beyond a bound of topics all are followed by one subscription, and what is not asked for is dropped',
  async () => {
    const line = await withNats();
    const secretKey = Buffer.from('the key of all servers');
    const node = () => openBus({ busUrl: line.url, databaseUrl: '', secretKey });
    const [a, b] = [await node(), await node()];
    const atB = collect(b);
    const topicOf = (n: number) => branded<'Topic'>(`ACME/RATES/R${n}`);
    const { followed } = limits.bus;
    const heard = async (version: number) => {
      atB.messages.length = 0;
      for (const topic of [topicOf(0), topicOf(followed), weekly]) a.send(told(topic, version));
      await atB.has(5);
      await flushed(a, b);
      return new Set(atB.messages.filter(hasChange).map((message) => message.kind === 'version' && message.topic));
    };
    for (let n = 0; n <= followed; n++) void b.follow(topicOf(n));
    await b.follow(topicOf(0));
    expect(await heard(7)).toEqual(new Set([topicOf(0), topicOf(followed)]));
    for (let n = 1; n < followed; n++) b.unfollow(topicOf(n));
    await b.follow(topicOf(0));
    expect(await heard(8)).toEqual(new Set([topicOf(0), topicOf(followed)]));
    await Promise.all([a.close(), b.close()]);
    await line.stop();
  },
  START,
);

test('what changed is heard of this portal alone, and whole: all else on the subject of a topic is dropped', async () => {
  const line = await withNats();
  const keyOf = (text: string) => Buffer.from(text);
  const node = (key: string) => openBus({ busUrl: line.url, databaseUrl: '', secretKey: keyOf(key) });
  const [ours, foreign, here] = [await node('ours'), await node('foreign'), await node('ours')];
  const heard = collect(here);
  await here.follow(daily);
  const raw = await connect({ servers: line.url });
  foreign.send(told(daily, 9));
  await heard.has(1);
  const signed = new Proof(keyOf('ours')).sign(JSON.stringify({ n: 'x', m: [told(daily, 8)] }));
  for (const text of ['', '{', signed.slice(0, -7), signed.replace('"x"', '"y"'), signed.slice(1)]) {
    raw.publish(natsLane(daily), text);
  }
  await raw.flush();
  ours.send(told(daily, 7));
  await heard.has(3);
  const news = { kind: 'version', topic: daily, version: 9 };
  expect(heard.messages).toEqual([news, told(daily, 7), newsOf(told(daily, 7))]);
  await raw.close();
  await Promise.all([ours, foreign, here].map((bus) => bus.close()));
  await line.stop();
});

test(
  'servers that start while NATS is away hear each other once it is there, are told of the gap, and say why they do not',
  async () => {
    const line = await withNats();
    await line.crash();
    const faults: string[] = [];
    const secretKey = Buffer.from('the key of all servers');
    const parts = { busUrl: line.url, databaseUrl: '', secretKey };
    const node = () => openBus({ ...parts, onFault: (fault) => faults.push(String(fault)) });
    const [a, b] = [await node(), await node()];
    const places = new URL(line.url).host;
    expect(faults.map((fault) => fault.replace(/: [^:]*;.*/, ''))).toEqual(
      Array(2).fill(`Error: SHEETWIRE_BUS_URL: NATS at ${places}`),
    );
    expect([await isDown(a), await isDown(b)]).toEqual([true, true]);
    expect(await b.follow(daily)).toBe('followed');
    void b.follow(weekly);
    b.unfollow(weekly);
    a.send({ kind: 'rights' });
    const [atB, gaps] = [collect(b), Promise.all([gapOf(a), gapOf(b)])];
    await expect(openBus({ ...parts, mustBeUp: true })).rejects.toThrow(`SHEETWIRE_BUS_URL: NATS at ${places}: `);
    await line.restart();
    await gaps;
    a.send(told(daily, 7));
    a.send(told(weekly, 8));
    await expect.poll(() => atB.messages.filter(hasChange), { timeout: START }).toEqual([told(daily, 7)]);
    await Promise.all([a.close(), b.close()]);
    await line.crash();
    const late = await node();
    await late.close();
    await line.stop();
  },
  START,
);

test('a password that NATS refuses is told in words at the start, without it, and waited for', async () => {
  const line = await withNats('--user', 'portal', '--pass', 'right');
  const faults: string[] = [];
  const busUrl = line.url.replace('nats://', 'nats://portal:wrong-secret@');
  const bus = await openBus({ busUrl, databaseUrl: '', onFault: (fault) => faults.push(String(fault)) });
  expect(faults).toEqual([expect.stringMatching(/^Error: SHEETWIRE_BUS_URL: NATS at 127\.0\.0\.1:\d+: .*authoriz/i)]);
  expect(faults[0]).not.toContain('wrong-secret');
  await expect(bus.check()).rejects.toThrow('the connection to NATS is down');
  const strict = openBus({ busUrl, databaseUrl: '', mustBeUp: true });
  await expect(strict).rejects.toMatchObject({ name: 'StartFault', exit: 'network' });
  await bus.close();
  await line.stop();
});

test('servers log in to NATS with the name and password, or the token, of its address', async () => {
  const [withName, withToken] = [
    await withNats('--user', 'portal', '--pass', 'r@ght/one'),
    await withNats('--auth', 'token-of-all'),
  ];
  const urls = [
    withName.url.replace('nats://', 'nats://portal:r%40ght%2Fone@'),
    // The login is that of the cluster, whichever of its servers it is named with.
    `nats://127.0.0.1:1,${withName.url.replace('nats://', 'portal:r%40ght%2Fone@')}`,
    withToken.url.replace('nats://', 'nats://token-of-all@'),
  ];
  for (const busUrl of urls) {
    const bus = await openBus({ busUrl, databaseUrl: '', mustBeUp: true });
    await bus.check();
    await bus.close();
  }
  await Promise.all([withName.stop(), withToken.stop()]);
});

test('nobody without the key ends sessions, or shows a publisher or who types: it is dropped, and said once', async () => {
  const line = await withNats();
  const faults: string[] = [];
  const place = { busUrl: line.url, databaseUrl: '' };
  const staging = await openBus({ ...place, secretKey: Buffer.from('theirs'), onFault: () => undefined });
  const onFault = (fault: unknown) => faults.push(String(fault));
  const here = await openBus({ ...place, secretKey: Buffer.from('ours'), onFault });
  const heard = collect(here);
  const raw = await connect({ servers: line.url });
  raw.publish('sheetwire.bus', '{"n":"x","m":[{"kind":"ended","user":"ACME/ann","what":"everything"}]}');
  await raw.flush();
  staging.send({ kind: 'ended', user: 'ACME/ann', what: 'sessions' });
  staging.send({ kind: 'session', idHash: 'of ann' });
  staging.send({ kind: 'publisher', topic: daily, seenAt: 0, isSilent: true });
  staging.send({ kind: 'midedit', topic: daily, who: 'Ann', isTyping: true });
  staging.send({ kind: 'user', user: 'ACME/ann' });
  await heard.has(1);
  expect(heard.messages).toEqual([{ kind: 'user', user: 'ACME/ann' }]);
  expect(faults).toEqual([expect.stringContaining('not signed with SHEETWIRE_SECRET_KEY')]);
  await raw.close();
  await Promise.all([staging.close(), here.close()]);
  await line.stop();
});

/** A version with what changed in it. */
function told(topic: Topic, version: number): BusMessage & { kind: 'version' } {
  const step = {
    from: version - 1,
    to: version,
    time: 't',
    sender: 's',
    isLive: true,
    ops: [[0, 'c', 0, 'x']] as const,
  };
  return { kind: 'version', topic, version, steps: { cleaner: 1, list: [step] } };
}

function newsOf({ steps, ...message }: BusMessage & { kind: 'version' }): BusMessage {
  const list = (steps?.list ?? []).map(({ ops: _, ...step }) => step);
  return { ...message, steps: { cleaner: 1, list } };
}

function hasChange(message: BusMessage): boolean {
  return message.kind === 'version' && message.steps?.list[0]?.ops !== undefined;
}

function collect(bus: Bus) {
  const messages: BusMessage[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  bus.onMessage((message) => {
    messages.push(message);
    for (const { count, resolve } of waiting) if (messages.length >= count) resolve();
  });
  const has = (count: number) =>
    messages.length >= count ? Promise.resolve() : new Promise<void>((resolve) => waiting.push({ count, resolve }));
  return { messages, has };
}

function gapOf(bus: Bus): Promise<void> {
  return new Promise((resolve) => bus.onGap(resolve));
}

async function flushed(...buses: Bus[]): Promise<void> {
  for (const bus of buses) await bus.check();
}

function isDown(bus: Bus): Promise<boolean> {
  return bus.check().then(
    () => false,
    () => true,
  );
}
