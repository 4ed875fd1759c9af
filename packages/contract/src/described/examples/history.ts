import * as publish from '../../publishing/history.ts';
import { type Example, example } from '../example.ts';

const topic = 'ACME/RATES/CURVE';

/** A version gets a tag, the report goes back to it, and on from there. */
export const history: readonly Example[] = [
  example(publish.publishTag, {
    title: 'The rates of the morning',
    by: 'key',
    body: { topic, version: 1, tag: 'Opening' },
    answer: { topic, version: 1, time: '20261123090000000', changed: true },
  }),
  example(publish.publishRollback, {
    title: 'Back to the morning',
    by: 'key',
    body: { topic, version: 1, reason: 'The 10Y rate was wrong' },
    answer: { topic, version: 3, time: '20261123090000002', changed: true },
  }),
  example(publish.publishRelease, {
    title: 'Publishing resumes',
    by: 'key',
    body: { topic, version: 3, accept: true },
    answer: { topic, version: 3, time: '20261123090000002', changed: true },
  }),
];
