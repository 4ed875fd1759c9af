import type { retention } from '../publishing/retention.ts';
import { common } from './common.ts';
import type { Described } from './describe.ts';

/** For how long versions stay, below `kept`. */
export const keptWords = {
  'kept.versionHours': 'Every version, for so many hours.',
  'kept.minuteDays': 'After that the last version of each minute, until it is so many days old.',
  'kept.hourDays': 'After that the last version of each hour, until it is so many days old.',
} as const;

export const retentionWords: Described<typeof retention> = {
  summary: 'Get or set how long versions are kept',
  rules: ['time 1'],
  description:
    'Keeps the versions of a report for less time than the server does, never for longer. Thinning starts within the time of `SHEETWIRE_THIN_EVERY_S`, and what it drops cannot be brought back. Tagged versions, those that were rolled back to, and those whose address was given out stay. Without `kept`, nothing is changed.',
  input: {
    topic: common.topic,
    kept: 'The new times, which replace the current ones. What is left out is as on the server; an empty object removes the limits of the report.',
    'kept.versionHours': 'Every version, for so many hours.',
    'kept.minuteDays': 'After that the last version of each minute, until it is so many days old.',
    'kept.hourDays': 'After that the last version of each hour, until it is so many days old.',
  },
  output: {
    unauthorized: common.unauthorized,
    kept: 'What holds for the report.',
    ...keptWords,
    server: 'What the server keeps for a report without limits of its own.',
    'server.versionHours': 'Every version, for so many hours.',
    'server.minuteDays': 'After that the last version of each minute, until it is so many days old.',
    'server.hourDays': 'After that the last version of each hour, until it is so many days old.',
  },
  refusals: {
    malformed: 'The server itself keeps versions for less time; the message says for how long.',
    too_many: 'Too many calls in a second. Try again after Retry-After seconds.',
  },
};
