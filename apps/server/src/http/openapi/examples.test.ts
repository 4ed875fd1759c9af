import { allCalls } from '@sheetwire/contract/calls';
import type { Example } from '@sheetwire/contract/described/example';
import { story } from '@sheetwire/contract/described/examples/all';
import { stream } from '@sheetwire/contract/live';
import { publishAck } from '@sheetwire/contract/publish';
import { onControlAction } from '@sheetwire/contract/reports';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStory, type Story } from '#testing/api-story/story.ts';

/** A command for each example takes its time on a busy machine. */
const LONG = 120_000;
let told: Story;
beforeAll(async () => {
  told = await openStory();
}, LONG);
afterAll(() => told.close());

/** A stream goes on, and a file is text; all else is JSON. */
async function answerOf(example: Example): Promise<unknown> {
  const printed = await told.send(example);
  if (example.call === stream) return printed.slice(0, String(example.answer).length);
  return typeof example.answer === 'string' ? printed : JSON.parse(printed);
}

test('every example, sent as its command stands, answers to the letter what it says', { timeout: LONG }, async () => {
  const answers: unknown[] = [];
  let waiting: { readonly at: number; readonly answer: Promise<unknown> } | undefined;
  for (const [at, example] of story.entries()) {
    const answer = answerOf(example);
    // The viewer's call is answered once the publisher has acknowledged it.
    const isEntry = example.call === onControlAction && JSON.stringify(example.body).includes('"Comment"');
    if (isEntry) waiting = { at, answer };
    else answers[at] = await answer;
    if (example.call === publishAck && waiting) answers[waiting.at] = await waiting.answer;
  }
  const said = story.map(({ call, title, answer }) => ({ path: call.path, title, answer }));
  expect(story.map(({ call, title }, at) => ({ path: call.path, title, answer: answers[at] }))).toEqual(said);
});

test('every call has an example', () => {
  const shown = new Set(story.map(({ call }) => call));
  expect([...allCalls].filter(([, call]) => !shown.has(call)).map(([name]) => name)).toEqual([]);
});
