import { testCaller } from '@sheetwire/client/test-line';
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

test('another time of calculation alone is no change, and goes with the next one', async () => {
  let version = 0;
  const line = testCaller(() => ({ topic, version: ++version, time: '20261123120000000', changed: true }));
  const publisher = new ReportPublisher(line.call, topic);
  const sent = async (...given: Parameters<typeof reportOf>) => (await publisher.publish(reportOf(...given))).how;
  expect(await sent('1', '12:00')).toBe('report');
  expect(await sent('1', '12:01')).toBe('nothing');
  expect(await sent('2', '12:00')).toBe('cells');
  expect(await sent('3', '12:02')).toBe('report');
  expect(await sent('3', '12:02', 'other')).toBe('report');
  expect(line.asked).toHaveLength(4);
});
