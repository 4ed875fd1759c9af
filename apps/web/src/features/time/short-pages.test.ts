import { createCaller } from '@sheetwire/client/caller';
import { report, takesShortPages } from '@sheetwire/contract/reports';
import { shortPage } from '@sheetwire/page/model/short-page';
import { branded } from '@sheetwire/rules/name';
import { expect, test } from 'vitest';
import { fetchReport } from '#features/report-loop/report-fetch.ts';
import { fetchPast } from './past-fetch.ts';

const topic = branded<'Topic'>('ACME/RATES/DAILY');
const page = '<table><tbody><tr><td data-cell="A1">1</td><td data-cell="B1">2</td></tr></tbody></table>';
/** No publisher's page looks like this, but a server that sends it whole is taken at its word. */
const odd = '<table><tbody><tr><td~>1</td></tr></tbody></table>';
const signal = new AbortController().signal;

/** A server that has two pages. One of an earlier version knows neither the header nor the short form (interfaces 9). */
function serverOf(version: 'this' | 'earlier') {
  return createCaller({
    fetch: async (_, init) => {
      report.input.parse(JSON.parse(String(init?.body)));
      const isShort =
        version === 'this' &&
        new Headers(init?.headers).get('x-sheetwire-pages') === takesShortPages['x-sheetwire-pages'];
      const pages = [page, odd].map((html) => (isShort ? shortPage(html) : html));
      const facts = { pageNames: ['P', 'Q'], styles: [[], []], version: 3, shownVersion: 3, newer: 0, nodiff: false };
      return Response.json({ pages, ...(isShort && { shortPages: true }), ...facts });
    },
  });
}

test.each(['this', 'earlier'] as const)(
  'from a server of %s version the viewer has the pages as published',
  async (version) => {
    const call = serverOf(version);
    const log = (_: string, error: unknown) => expect.unreachable(String(error));
    const asked = { topic, date: undefined };
    const input = { asked, held: undefined, snapshotDates: [], returnReport: true, signal };
    const found = await fetchReport({ call, browserId: 'l1', isMobile: false, log }, input);
    expect(found).toMatchObject({ kind: 'report', held: { report: { pages: [page, odd] } } });
    const past = await fetchPast(call, { topic, at: 3, from: undefined, signal });
    expect(past).toMatchObject({ kind: 'pages', report: { pages: [page, odd] } });
  },
);
