import { secretHeaders } from '@sheetwire/contract/headers';
import { limits } from '@sheetwire/contract/limits';
import { branded } from '@sheetwire/rules/name';
import { expect, test } from 'vitest';
import { publisherOf } from '../testing/publisher.ts';
import type { TestApp } from '../testing/test-app.ts';
import { startTwoServers } from '../testing/two-servers.ts';

const START = 60_000;
const topic = branded<'Topic'>('ACME/GUESS/TWO');

test(
  'guesses at one server and at another are counted as one',
  async () => {
    const { here, there, stop } = await startTwoServers();
    try {
      const bot = await publisherOf(here, 'ACME/bot');
      const pages = [{ name: 'P', html: '<p>1</p>' }];
      await bot.call('publish.publishReport', { topic, pages, publishSecret: 'right' });
      await expect.poll(() => there.app.reporting.engine.head(topic)?.publishSecret, { timeout: 10_000 }).toBeTruthy();
      const guess = (server: TestApp, secret: string) =>
        server.app.fastify.inject({
          method: 'POST',
          url: '/api/v1/publish/cells/',
          headers: { authorization: `Bearer ${bot.key}`, [secretHeaders.publish]: secret },
          payload: { topic, baseVersion: 1, cells: [] },
        });
      const statuses: number[] = [];
      for (let n = 0; n < limits.secretGuesses.slowFrom; n++) {
        statuses.push((await guess(n % 2 === 0 ? here : there, `wrong ${n}`)).statusCode);
      }
      expect(statuses).toEqual(statuses.map(() => 403));
      expect((await guess(there, 'another')).statusCode).toBe(429);
      expect((await guess(here, 'right')).statusCode).toBe(429);
    } finally {
      await stop();
    }
  },
  START,
);
