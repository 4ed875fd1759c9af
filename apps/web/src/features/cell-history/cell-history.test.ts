import { CallError } from '@sheetwire/client/failures';
import { TestClock } from '@sheetwire/client/test-clock';
import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { type CellAnswer, CellHistory, type CellQuestion } from './cell-history.ts';

const value = (version: number) => ({
  version,
  utc: new Date(Date.UTC(2026, 10, 23, 14, 0, version)).toISOString(),
  ...{ text: String(version), num: version, by: 'ACME/bot' },
});
const answerOf = (newest: number, most: number): CellAnswer => ({
  values: Array.from({ length: Math.min(newest, most) }, (_, n) => value(newest - n)),
  more: newest > most,
  thinned: [],
});

const gone = new CallError({ status: 422, code: 'unknown_page', message: 'The report has no page Positions' });

function build(given = {}) {
  const clock = new TestClock();
  const server = { newest: 5, isDown: false, isEmpty: false, refusal: undefined as Error | undefined, ...given };
  const asked: CellQuestion[] = [];
  let cell = 'B7';
  const history = new CellHistory({
    clock,
    most: [3, 10],
    where: () => ({ cell, to: undefined }),
    async ask(question) {
      asked.push(question);
      if (server.isDown) throw new Error('Busy');
      if (server.refusal) throw server.refusal;
      return server.isEmpty ? answerOf(0, 1) : answerOf(server.newest, question.most);
    },
  });
  const stop = history.start();
  const versions = () => {
    const state = history.state.getState();
    return state.kind === 'told' ? state.values.map(({ version }) => version) : state.kind;
  };
  return {
    ...{ clock, server, asked, history, stop, versions },
    move(name: string) {
      cell = name;
    },
    settle: () => clock.advance(limits.past.cellFresh),
  };
}

test('the newest values are told, and older ones where they are wished for', async () => {
  const { history, versions, settle } = build();
  expect(versions()).toBe('loading');
  await settle();
  expect(versions()).toEqual([5, 4, 3]);
  expect([history.state.getState(), history.isAtMost]).toMatchObject([{ more: true }, false]);
  history.older();
  await settle();
  expect([versions(), history.isAtMost]).toEqual([[5, 4, 3, 2, 1], true]);
});

test('it follows the report once a second at most, wherever the cell moves', async () => {
  const { history, versions, asked, server, move, settle } = build();
  await settle();
  for (let n = 0; n < 20; n++) {
    server.newest++;
    move(`B${7 + n}`);
    history.refresh();
  }
  await settle();
  await settle();
  expect(asked.length).toBeLessThanOrEqual(3);
  expect([asked.at(-1)?.cell, versions()]).toEqual(['B26', [25, 24, 23]]);
});

test('a first question without an answer is told, and may be asked again; a later one keeps what is known', async () => {
  const { history, server, versions, settle } = build({ isDown: true });
  await settle();
  expect(history.state.getState()).toEqual({ kind: 'failed', text: 'Busy' });
  server.isDown = false;
  history.refresh();
  await settle();
  expect(versions()).toEqual([5, 4, 3]);
  server.isDown = true;
  history.refresh();
  await settle();
  expect(history.state.getState()).toMatchObject({ kind: 'told', isLate: true });
  expect(versions()).toEqual([5, 4, 3]);
});

test('a cell that is gone keeps what it held; one that never was has nothing', async () => {
  const { history, server, versions, settle } = build({ isEmpty: true });
  await settle();
  expect(history.state.getState()).toMatchObject({ kind: 'told', values: [], isGone: false });
  server.isEmpty = false;
  history.refresh();
  await settle();
  server.isEmpty = true;
  history.refresh();
  await settle();
  expect(history.state.getState()).toMatchObject({ isGone: true });
  expect(versions()).toEqual([5, 4, 3]);
});

test('a page that is gone leaves what its cell held as its last values, not as late ones', async () => {
  const { history, server, versions, settle } = build();
  await settle();
  server.refusal = gone;
  history.refresh();
  await settle();
  expect(history.state.getState()).toMatchObject({ kind: 'told', isGone: true, isLate: false });
  expect(versions()).toEqual([5, 4, 3]);
});

test('what comes after it was closed changes nothing', async () => {
  const { history, stop, settle } = build();
  stop();
  await settle();
  expect(history.state.getState()).toEqual({ kind: 'loading' });
});
