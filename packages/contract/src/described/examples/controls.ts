import * as publish from '../../publish.ts';
import * as reports from '../../reports.ts';
import { type Example, example } from '../example.ts';

/** A viewer enters a comment, and the publisher takes it. */
export const controls: readonly Example[] = [
  example(publish.publishOpen, {
    title: 'Connect',
    by: 'key',
    body: {
      topics: ['ACME/RATES/DAILY'],
      instanceId: 'Rates.xlsx',
    },
    answer: {
      session: '8mLN7Yz8ljC9DkGAWC4Xxyis1qb5CitO',
      leaseMs: 30000,
    },
  }),
  example(reports.onControlAction, {
    title: 'Enter a comment',
    by: 'viewer',
    body: {
      topic: 'ACME/RATES/DAILY',
      attributeVal: 'Comment',
      controlVal: 'Looks right',
      id: 'm7-1',
    },
    answer: {
      updated: true,
    },
  }),
  example(publish.publishControls, {
    title: 'Wait up to 25 seconds',
    by: 'key',
    body: {
      session: '8mLN7Yz8ljC9DkGAWC4Xxyis1qb5CitO',
      cursor: '',
      waitMs: 25000,
    },
    answer: {
      cursor: '1..',
      midEdit: [],
      updates: [
        {
          id: '75EO3Q-Hl8ITigKMF89gu71CAr11DE8rm2MzIgTvtJk',
          name: 'Comment',
          value: 'Looks right',
          topic: 'ACME/RATES/DAILY',
          user: 'ACME/jane.doe',
          time: '2026-11-23T09:00:00.000Z',
        },
      ],
    },
  }),
  example(publish.publishAck, {
    title: 'The value was accepted',
    by: 'key',
    body: {
      session: '8mLN7Yz8ljC9DkGAWC4Xxyis1qb5CitO',
      acks: [
        {
          id: '75EO3Q-Hl8ITigKMF89gu71CAr11DE8rm2MzIgTvtJk',
          status: 'updated',
        },
      ],
    },
    answer: {},
  }),
  example(reports.onControlAction, {
    title: 'Someone is typing',
    by: 'viewer',
    body: {
      topic: 'ACME/RATES/DAILY',
      attributeVal: '[IS_MID_EDIT]',
      controlVal: 'true',
    },
    answer: {
      updated: true,
    },
  }),
];
