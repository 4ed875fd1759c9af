import { byteWords, countWords, some, timeWords } from './amounts.ts';
import { Figures, type ServerAnswer } from './figures.ts';

/** What needs a look, and what to do; the levels are those of the alerts (docs/operate, Runbooks), that of commits for 95 of 100. */
export interface Concern {
  readonly tone: 'red' | 'amber';
  readonly text: string;
}

/** Levels of the alerts that one answer can tell. */
const levels = { commit: 0.25, mails: 20, free: 1e9, breaks: 2, failed: 0.02, delay: 0.25 } as const;

type Look = (figures: Figures, answer: ServerAnswer) => Concern | undefined;

const looks: readonly Look[] = [
  (_, { status, store, streams }) =>
    store === false || (status === 'not ready' && streams !== false)
      ? { tone: 'red', text: 'The store is not responding: nothing can be published. Check the database.' }
      : undefined,
  (_, { status, store, streams }) =>
    status === 'not ready' && store !== false && streams === false
      ? {
          tone: 'amber',
          text: 'The store responds again. This server refuses viewers until it has read what it missed.',
        }
      : undefined,
  (_, { status }) =>
    status === 'stopping'
      ? { tone: 'amber', text: 'This server is stopping. Its viewers are being moved to the other servers.' }
      : undefined,
  (_, { bus }) =>
    bus === false
      ? {
          tone: 'red',
          text: 'The connection to the other servers is down: viewers there see changes late. Check the message server.',
        }
      : undefined,
  (figures) => {
    const free = figures.value('data_free_bytes');
    if (free === undefined || free >= levels.free) return undefined;
    return {
      tone: 'red',
      text: `Only ${byteWords(free)} of disk space is left. Free some, or keep versions for a shorter time.`,
    };
  },
  (figures) => {
    const [taken, seats] = [figures.value('license_seats_taken') ?? 0, figures.value('license_seats') ?? 0];
    if (seats === 0 || taken < seats) return undefined;
    return { tone: 'amber', text: 'All license seats are in use: the next user must wait.' };
  },
  (figures) => {
    const silent = figures.value('publishers_silent') ?? 0;
    if (silent === 0) return undefined;
    const text = `${some(silent, 'report has a publisher that', 'reports have publishers that')} went silent. Check the computers that publish.`;
    return { tone: 'amber', text };
  },
  (figures) => {
    const waiting = figures.value('mails_waiting') ?? 0;
    if (waiting <= levels.mails) return undefined;
    return { tone: 'amber', text: `${countWords(waiting)} emails are waiting to be sent. Check the mail server.` };
  },
  (figures) => {
    const recent = figures.durations('store_commit_duration_seconds')[0]?.recent;
    if (!recent || recent.count === 0 || (recent.most !== null && recent.most <= levels.commit)) return undefined;
    const { most } = recent;
    const text = most === null ? 'Saving a version is very slow.' : `Saving a version takes up to ${timeWords(most)}.`;
    return { tone: 'amber', text: `${text} Check the database and its disk.` };
  },
  (figures) => {
    const delay = figures.value('event_loop_delay_max_seconds') ?? 0;
    if (delay <= levels.delay) return undefined;
    return {
      tone: 'amber',
      text: `This server stalled for ${timeWords(delay)} in the last minute or two. It may need more processor time.`,
    };
  },
];

/** All concerns of one answer and, of what grew since an earlier one of the same server, what grows too fast. */
export function concernsOf(answer: ServerAnswer, before?: ServerAnswer): readonly Concern[] {
  const figures = new Figures(answer);
  const found = looks.flatMap((look) => look(figures, answer) ?? []);
  return before ? [...found, ...grown(figures, new Figures(before))] : found;
}

function grown(now: Figures, before: Figures): Concern[] {
  const since = (of: (figures: Figures) => number) => Math.max(0, of(now) - of(before));
  const calls = since((figures) => figures.value('http_requests_total') ?? 0);
  const failed = since(failedCalls);
  const breaks = since((figures) => figures.value('bus_breaks_total') ?? 0);
  const found: Concern[] = [];
  if (failed > 0 && failed > levels.failed * calls)
    found.push({
      tone: 'red',
      text: `${some(failed, 'call has', 'calls have')} failed since this page was opened. Check the log of this server.`,
    });
  if (breaks > levels.breaks)
    found.push({
      tone: 'amber',
      text: `The connection to the other servers has dropped ${countWords(breaks)} times since this page was opened. Check the network.`,
    });
  return found;
}

function failedCalls(figures: Figures): number {
  const counts = figures.by('http_requests_total', 'status');
  return counts.reduce((sum, [status, count]) => sum + (status.startsWith('5') ? count : 0), 0);
}
