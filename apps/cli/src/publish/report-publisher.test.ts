import type { Caller } from '@sheetwire/client/caller';
import { CallError } from '@sheetwire/client/failures';
import { publishCells, publishReport } from '@sheetwire/contract/publish';
import { publishingReport } from '@sheetwire/contract/publishing/calls';
import { branded } from '@sheetwire/rules/name';
import { expect, test } from 'vitest';
import { ReportPublisher } from './report-publisher.ts';

const topic = branded<'Topic'>('ACME/SALES/DAILY');

/** A report whose clock was read at a time of the day. */
function reportOf(value: string, time: string, source = 'desk') {
  const html = `<table><tbody><tr><td data-cell="A1">${value}</td><td data-cell="B1">x</td></tr></tbody></table>`;
  const metadata = { Source: source, 'Calculated at': `2026-11-23 ${time} UTC` };
  return { pages: [{ name: 'P', html, styles: [] }], metadata };
}

/** A server of one report. It answers publishes with `answer` beside the version, and the question with `now`. */
function serverOf() {
  let version = 0;
  const server = {
    paths: [] as string[],
    answer: {} as object,
    now: {} as object | undefined,
    code: '',
    // The calls of this publisher answer what it reads of them.
    call: (async ({ path }: { path: string }) => {
      server.paths.push(path);
      if (path !== publishingReport.path) {
        return { topic, version: ++version, time: '20261123120000000', changed: true, ...server.answer };
      }
      if (server.now) return { version, isLive: true, ...server.now };
      throw new CallError({ status: 400, code: server.code, message: 'refused' });
    }) as unknown as Caller,
  };
  return server;
}

test('another time of calculation alone is no change, and goes with the next one', async () => {
  const server = serverOf();
  const publisher = new ReportPublisher(server.call, topic);
  const sent = async (...given: Parameters<typeof reportOf>) => (await publisher.publish(reportOf(...given))).how;
  expect(await sent('1', '12:00')).toBe('report');
  expect(await sent('1', '12:01')).toBe('nothing');
  expect(await sent('2', '12:00')).toBe('cells');
  expect(await sent('3', '12:02')).toBe('report');
  expect(await sent('3', '12:02', 'other')).toBe('report');
  expect(server.paths).toEqual([
    ...[publishReport.path, publishingReport.path, publishCells.path],
    ...[publishReport.path, publishReport.path],
  ]);
});

test.each([
  ['another publisher made a version', { version: 9 }],
  ['it was removed', { isLive: false }],
  ['another publish waits for approval', { waits: { version: 5 } }],
])('a content that did not change goes whole when %s meanwhile', async (_what, now) => {
  const server = serverOf();
  const publisher = new ReportPublisher(server.call, topic);
  const how = async () => (await publisher.publish(reportOf('1', '12:00'))).how;
  expect([await how(), await how()]).toEqual(['report', 'nothing']);
  server.now = now;
  expect(await how()).toBe('report');
});

test('a publish that waited for approval is sent again once it was decided about', async () => {
  const server = serverOf();
  server.answer = { held: { version: 7, sinceUtc: '', rules: [] } };
  server.now = { waits: { version: 7 } };
  const publisher = new ReportPublisher(server.call, topic);
  const publish = () => publisher.publish(reportOf('1', '12:00'));
  expect([(await publish()).held?.version, (await publish()).how]).toEqual([7, 'nothing']);
  server.answer = {};
  server.now = {};
  const sent = await publish();
  expect([sent.how, sent.held]).toEqual(['report', undefined]);
});

test.each(['not_found', 'too_many'])('a portal that refuses the question as %s gets the whole report', async (code) => {
  const server = serverOf();
  const publisher = new ReportPublisher(server.call, topic);
  const how = async () => (await publisher.publish(reportOf('1', '12:00'))).how;
  await how();
  server.now = undefined;
  server.code = code;
  expect(await how()).toBe('report');
});

test('after a rollback no report goes out to be refused again, and another rollback is heard of by its own refusal', async () => {
  let rollback: number | undefined = 4;
  const paths: string[] = [];
  // Both calls of this publisher answer what it reads of them.
  const call = (async ({ path }: { path: string }) => {
    paths.push(path);
    if (path === publishingReport.path) return rollback === undefined ? {} : { held: { version: rollback } };
    if (rollback === undefined) return { topic, version: 6, time: '20261123120000000', changed: true };
    throw new CallError({ status: 409, code: 'rolled_back', message: 'on hold', have: rollback });
  }) as unknown as Caller;
  const publisher = new ReportPublisher(call, topic);
  const refused = async () => {
    const fault: unknown = await publisher.publish(reportOf('1', '12:00')).catch((thrown: unknown) => thrown);
    return fault instanceof CallError ? fault.have : fault;
  };
  const sent = () => paths.filter((path) => path === publishReport.path).length;
  for (let n = 0; n < 5; n++) expect(await refused()).toBe(4);
  expect([sent(), paths.length]).toEqual([1, 5]);
  rollback = 5;
  for (let n = 0; n < 3; n++) expect(await refused()).toBe(5);
  expect(sent()).toBe(2);
  rollback = undefined;
  expect(await refused()).toMatchObject({ version: 6, how: 'report' });
  expect([sent(), publisher.isHeld]).toEqual([3, false]);
});
