import { EventEmitter, once } from 'node:events';
import type { Status } from '@nats-io/transport-node';
import { branded } from '@sheetwire/rules/name';
import { expect, test } from 'vitest';
import type { BusMessage } from '#ports/bus.ts';
import { NATS_SUBJECT, natsLane } from './lane.ts';
import { NatsBus } from './nats.ts';
import type { NatsLine, Subscription } from './nats-line.ts';
import { Proof } from './proof.ts';
import { decodePayload, type Payload } from './wire.ts';

const secretKey = Buffer.from('the key of all servers');
const proof = new Proof(secretKey);
const topic = branded<'Topic'>('ACME/RATES/DAILY');

/** A line that answers at once, and keeps what was sent. */
class KeptLine implements NatsLine {
  readonly isUp = true;
  payload: number | undefined;
  readonly sent: { readonly subject: string; readonly payload: Payload | undefined }[] = [];
  readonly #told = new EventEmitter();
  readonly #status = new TransformStream<Status, Status>();
  readonly #writer = this.#status.writable.getWriter();

  subscribe(): Subscription {
    return { unsubscribe: () => undefined };
  }

  publish(subject: string, text: string): void {
    this.sent.push({ subject, payload: decodePayload(proof.read(text).text, true) });
    this.#told.emit('sent');
  }

  flush(): Promise<void> {
    return Promise.resolve();
  }

  status(): AsyncIterable<Status> {
    return this.#status.readable;
  }

  isClosed(): boolean {
    return false;
  }

  close(): Promise<void> {
    return this.#writer.close();
  }

  /** The next that is sent. */
  next(): Promise<unknown> {
    return once(this.#told, 'sent');
  }

  async becomes(type: 'disconnect' | 'reconnect'): Promise<void> {
    await this.#writer.write({ type, server: 'one' });
  }

  /** What was said so far. */
  kinds(): string[] {
    return this.sent.flatMap(({ payload }) => payload?.messages.map(named) ?? []);
  }
}

function named(message: BusMessage): string {
  return 'user' in message ? `${message.kind} ${message.user}` : message.kind;
}

async function opened(): Promise<{ readonly line: KeptLine; readonly bus: NatsBus; readonly faults: unknown[] }> {
  const line = new KeptLine();
  const faults: unknown[] = [];
  const bus = await NatsBus.over(line, { secretKey, now: () => 1000, onFault: (fault) => faults.push(fault) });
  return { line, bus, faults };
}

const users = Array.from({ length: 20 }, (_, n) => `ACME/u${n}`);

test('what waits to be sent together with more is sent before the bus says goodbye, and news waits for no moment', async () => {
  const { line, bus, faults } = await opened();
  bus.send({ kind: 'rights' });
  await line.next();
  for (const user of users) bus.send({ kind: 'user', user });
  const step = { from: 1, to: 2, time: '20260101000000000', sender: 'ACME/bot', isLive: true, ops: [] };
  bus.send({ kind: 'version', topic, version: 2, steps: { cleaner: 1, list: [step] } });
  await bus.close();
  expect(line.kinds().filter((kind) => kind !== 'version')).toEqual(['rights', ...users.map((user) => `user ${user}`)]);
  const versions = line.sent.filter(({ payload }) => payload?.messages.some(({ kind }) => kind === 'version'));
  expect(versions.map(({ subject }) => subject)).toEqual([natsLane(topic), NATS_SUBJECT]);
  expect(line.sent.at(-1)?.payload).toMatchObject({ messages: [], isLast: true, sentAt: 1000 });
  expect(line.sent.filter(({ payload }) => payload?.isLast === true)).toHaveLength(1);
  expect(faults).toEqual([]);
});

test('what waits while the line breaks is sent once it is back, and the others are told of a gap', async () => {
  const { line, bus, faults } = await opened();
  bus.send({ kind: 'rights' });
  await line.next();
  for (const user of users) bus.send({ kind: 'user', user });
  await line.becomes('disconnect');
  await expect.poll(() => bus.line.isUp).toBe(false);
  bus.send({ kind: 'user', user: 'ACME/later' });
  await line.becomes('reconnect');
  await expect.poll(() => line.sent.some(({ payload }) => payload?.isGap === true)).toBe(true);
  await bus.close();
  expect(line.kinds()).toEqual(['rights', ...[...users, 'ACME/later'].map((user) => `user ${user}`)]);
  expect(faults).toEqual([]);
});
