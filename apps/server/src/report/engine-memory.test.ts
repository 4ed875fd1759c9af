import { parseTopic, type Topic } from '@sheetwire/rules/topic';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ann, type EngineRig, engineRig, sheet, wholeOf } from './testing/engine-rig.ts';

let rig: EngineRig;
beforeEach(async () => {
  rig = await engineRig({ cacheBytes: 1 });
});
afterEach(() => rig.close());

const topics = Array.from({ length: 12 }, (_, n) => parseTopic(`ACME/MANY/R${n}`)).filter(
  (topic) => topic !== undefined,
);
const cellsOf = (topic: Topic) =>
  rig.engine.read(topic, (state) => ({ ...state, cells: [...(state?.pages[0]?.cells ?? [])] }));
const patch = (baseVersion: number, html: string) => ({
  sender: ann,
  baseVersion,
  cells: [{ page: 'Positions', cell: 'A1', html }],
});

test('reports that find no room in memory go on counting by one, through a restart too', async () => {
  for (let round = 1; round <= 6; round++) {
    const publish = (topic: Topic) =>
      round % 2 === 1
        ? rig.engine.publish(topic, wholeOf([sheet([`${round}`, topic])]))
        : rig.engine.patch(topic, patch(round - 1, `${round}`));
    const published = await Promise.all(topics.map(publish));
    expect(published.map(({ version }) => version)).toEqual(topics.map(() => round));
    if (round === 4) await rig.restart();
    for (const topic of topics) {
      expect(await cellsOf(topic)).toMatchObject({ version: round, cells: [`${round}`, topic] });
    }
  }
});

test('reads and publishes at once of reports that push each other out all see whole versions', async () => {
  await Promise.all(topics.map((topic) => rig.engine.publish(topic, wholeOf([sheet(['0', '0'])]))));
  const writing = topics.map(async (topic) => {
    for (let n = 1; n <= 10; n++) await rig.engine.publish(topic, wholeOf([sheet([`${n}`, `${n}`])]));
  });
  const reading = topics.map(async (topic) => {
    for (let n = 0; n < 20; n++) {
      const { cells, version } = await cellsOf(topic);
      expect(cells?.[0]).toBe(cells?.[1]);
      expect(cells?.[0]).toBe(`${(version ?? 0) - 1}`);
    }
  });
  await Promise.all([...writing, ...reading]);
  for (const topic of topics) expect(await cellsOf(topic)).toMatchObject({ version: 11 });
});

test('cell by cell a report grows no larger than it may be published', async () => {
  const [topic] = topics;
  if (!topic) throw new Error('no topic');
  await rig.engine.publish(topic, wholeOf([sheet(['1', '2', '3'])]));
  const large = 'x'.repeat(9 * 1024 * 1024);
  const cell = (name: string) => [{ page: 'Positions', cell: name, html: large }];
  await rig.engine.patch(topic, { sender: ann, baseVersion: 1, cells: cell('A1') });
  await rig.engine.patch(topic, { sender: ann, baseVersion: 2, cells: cell('A2') });
  const third = rig.engine.patch(topic, { sender: ann, baseVersion: 3, cells: cell('A3') });
  await expect(third).rejects.toMatchObject({ code: 'too_large' });
  expect(await rig.engine.patch(topic, { sender: ann, baseVersion: 3, cells: patch(3, 'small').cells })).toMatchObject({
    version: 4,
  });
});
