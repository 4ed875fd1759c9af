import * as live from '../../live.ts';
import { cellHistory } from '../../past/calls.ts';
import { retention } from '../../publishing/retention.ts';
import * as reports from '../../reports.ts';
import { verify } from '../../verify/calls.ts';
import { linkVersion } from '../../verify/link.ts';
import * as viewtopics from '../../viewtopics.ts';
import { type Example, example } from '../example.ts';

/** A program reads the report and follows it. */
export const reading: readonly Example[] = [
  example(viewtopics.topicsDetails, {
    title: 'The whole list',
    by: 'viewer',
    body: {
      currnumtopics: 0,
    },
    answer: {
      user: 'ACME/jane.doe',
      sameNumTopics: false,
      entities: ['ACME'],
      groups: ['ACME/RATES'],
      topics: ['ACME/RATES/DAILY'],
      topicsId: 'ch8LVH1IIFCh9zRGnivsid5a0UexDzZtE0fgdveIZUY=',
    },
  }),
  example(viewtopics.topicsDetails, {
    title: 'Nothing new',
    by: 'viewer',
    body: {
      currnumtopics: 1,
      topicsId: 'ch8LVH1IIFCh9zRGnivsid5a0UexDzZtE0fgdveIZUY=',
    },
    answer: {
      user: 'ACME/jane.doe',
      sameNumTopics: true,
    },
  }),
  example(reports.report, {
    title: 'The newest version',
    by: 'key',
    body: {
      topic: 'ACME/RATES/DAILY',
    },
    answer: {
      pages: [
        '<table data-freeze="1,1"><thead><tr><th data-cell="A1">Tenor</th><th data-cell="B1">Rate</th></tr></thead><tbody><tr><td data-cell="A2">2Y</td><td data-cell="B2" data-num="" data-s="0">2.43</td></tr><tr><td data-cell="A3">10Y</td><td data-cell="B3" data-num="" data-s="0">2.88</td></tr><tr><td data-cell="A4">Comment</td><td data-cell="B4"><textarea data-control="Comment"></textarea></td></tr></tbody></table>',
      ],
      pageNames: ['Curve'],
      styles: [['text-align:right']],
      time: '20261123090000001',
      sender: 'ACME/feed',
      version: 2,
      metadata: {
        Source: 'Rates.xlsx',
      },
      hasControls: true,
      nodiff: false,
      shownDate: null,
      recentTimes: ['20261123090000000', '20261123090000001'],
      hasUserHtml: false,
      canInteract: false,
      publisherSeenUtc: '2026-11-23T09:00:00.000Z',
      topicBase: 'ACME/RATES/DAILY',
      logout: false,
      logDeep: false,
      snapshotDates: [],
    },
  }),
  example(reports.report, {
    title: 'Nothing changed since',
    by: 'key',
    body: {
      topic: 'ACME/RATES/DAILY',
      reportTime: '20261123090000001',
      hasUserHtml: false,
      canInteract: false,
      numSnapshotDates: 0,
    },
    answer: {
      nodiff: true,
      publisherSeenUtc: '2026-11-23T09:00:00.000Z',
      topicBase: 'ACME/RATES/DAILY',
      logout: false,
      logDeep: false,
    },
  }),
  example(reports.report, {
    title: 'The changes since the version before',
    by: 'key',
    body: {
      topic: 'ACME/RATES/DAILY',
      at: 2,
      fromVersion: 1,
      numSnapshotDates: 0,
    },
    answer: {
      ops: [[0, 'c', 3, '2.43']],
      time: '20261123090000001',
      sender: 'ACME/feed',
      version: 2,
      nodiff: false,
      shownVersion: 2,
      shownUtc: '2026-11-23T09:00:00.001Z',
      newer: 0,
      canInteract: false,
      shownDate: null,
      publisherSeenUtc: null,
      topicBase: 'ACME/RATES/DAILY',
      logout: false,
      logDeep: false,
    },
  }),
  example(cellHistory, {
    title: 'What the 2Y rate was',
    by: 'viewer',
    body: {
      topic: 'ACME/RATES/DAILY',
      page: 'Curve',
      cell: 'B2',
    },
    answer: {
      values: [
        { version: 2, utc: '2026-11-23T09:00:00.001Z', text: '2.43', num: 2.43, by: 'ACME/feed' },
        { version: 1, utc: '2026-11-23T09:00:00.000Z', text: '2.41', num: 2.41, by: 'ACME/feed' },
      ],
      decimalMark: '.',
      more: false,
      thinned: [],
    },
  }),
  example(retention, {
    title: 'How long versions are kept',
    by: 'admin',
    body: {
      topic: 'ACME/RATES/DAILY',
    },
    answer: {
      kept: { versionHours: 24, minuteDays: 7, hourDays: 90 },
      server: { versionHours: 24, minuteDays: 7, hourDays: 90 },
    },
  }),
  example(linkVersion, {
    title: 'A file carries the address of a version',
    by: 'viewer',
    body: {
      topic: 'ACME/RATES/DAILY',
      version: 1,
    },
    answer: {
      kept: true,
    },
  }),
  example(verify, {
    title: 'Check a figure from an older print',
    by: 'viewer',
    body: {
      topic: 'ACME/RATES/DAILY',
      version: 1,
      page: 'Curve',
      cell: 'B2',
      text: '2.41',
    },
    answer: {
      state: 'signed',
      version: 1,
      utc: '2026-11-23T09:00:00.000Z',
      by: 'ACME/feed',
      statement:
        '{"topic":"ACME/RATES/DAILY","version":1,"utc":"2026-11-23T09:00:00.000Z","by":"ACME/feed","hash":"Fd-8CenoWu9kt_VndWLB8jb6qITStMc0eLgbCbyk1Rc","previous":""}',
      key: 'Eu-8Ji6FAljC',
      publicKey: 'MCowBQYDK2VwAyEAtaAkTXYbEH7/x5HCJhVeOGAzJOSv114RtgzpweYKm3I=',
      signature: 'Bh32mjMSCKZ84NBWVp2ZvkzvFBhSbLIDMxwHfb/SNMyFv+qJzW22iYznmlcAzSYX2CmsG2UiJJrB6wp9p4WtAA==',
      newestVersion: 2,
      newestUtc: '2026-11-23T09:00:00.001Z',
      figures: [{ page: 'Curve', cell: 'B2', is: 'confirmed', text: '2.41', now: '2.43' }],
    },
  }),
  example(live.stream, {
    title: 'Open a stream with a key',
    by: 'key',
    answer: 'event: hello\ndata: {"streamId":"cE6T04VQuLRuFhZSCC48VFaB","beat":2000}\n\n',
  }),
  example(live.watch, {
    title: 'Follow one report',
    by: 'key',
    body: {
      streamId: 'cE6T04VQuLRuFhZSCC48VFaB',
      topics: [
        {
          topic: 'ACME/RATES/DAILY',
          version: 2,
        },
      ],
    },
    answer: {},
  }),
];
