import type { Caller } from '@sheetwire/client/caller';
import { publishReport } from '@sheetwire/contract/publish';
import { parseTopic } from '@sheetwire/rules/topic';
import { expect, test } from 'vitest';
import { Publishers } from './publishers.ts';

const signal = new AbortController().signal;
const topic = (name: string) => parseTopic(`ACME/A/${name}`) ?? expect.unreachable();
const report = (value: string) => ({
  pages: [{ name: 'P', html: `<table><tbody><tr><td data-cell="A1">${value}</td></tr></tbody></table>`, styles: [] }],
  metadata: {},
});

test('pages that were published longest ago are forgotten, and go whole at their next save', async () => {
  const paths: string[] = [];
  // Every call of these publishers answers the same shape.
  const call = (async ({ path }: { path: string }) => {
    paths.push(path);
    return { topic: 'ACME/A/B', version: 1, time: '20261120120000000', changed: true };
  }) as unknown as Caller;
  const publishers = new Publishers(call, 150);
  await publishers.publish(topic('ONE'), report('1'), signal);
  await publishers.publish(topic('ONE'), report('2'), signal);
  await publishers.publish(topic('TWO'), report('1'), signal);
  await publishers.publish(topic('THREE'), report('1'), signal);
  await publishers.publish(topic('ONE'), report('3'), signal);
  expect(paths.filter((path) => path === publishReport.path)).toHaveLength(4);
  expect(paths.at(-1)).toBe(publishReport.path);
});
