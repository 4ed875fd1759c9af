import type { SealedAppend } from '../reports/sealed/row-seals.ts';
import type { Answer, Job } from './messages.ts';

/** Jobs that run as one command, and how many entries each brought. */
export interface JobRun {
  readonly jobs: readonly Job[];
  readonly job: Job;
  readonly counts: readonly number[];
}

/**
 * A batch with appends that follow one another made one, in the order of the jobs: the statements of an append are the
 * same however many versions they write.
 */
export function runsOf(batch: readonly Job[]): JobRun[] {
  const runs: JobRun[] = [];
  let appends: Job[] = [];
  const flush = () => {
    if (appends.length > 0) runs.push(together(appends));
    appends = [];
  };
  for (const job of batch) {
    if (job.name === 'append') appends.push(job);
    else {
      flush();
      runs.push({ jobs: [job], job, counts: [] });
    }
  }
  flush();
  return runs;
}

/** What each job of a run is answered. */
export function answersOf({ jobs, counts }: JobRun, answer: Answer): Answer[] {
  if (jobs.length === 1 || !Array.isArray(answer.value)) return [answer];
  const outcomes: readonly unknown[] = answer.value;
  let end = 0;
  return jobs.map(({ id }, n) => {
    const start = end;
    end += counts[n] ?? 0;
    return { id, value: outcomes.slice(start, end) };
  });
}

function together(jobs: readonly Job[]): JobRun {
  const [first] = jobs;
  if (first === undefined) throw new Error('a run has a job');
  const entries = jobs.map(entriesOf);
  const last = jobs.at(-1) ?? first;
  const job = jobs.length === 1 ? first : { ...last, args: { entries: entries.flat() } };
  return { jobs, job, counts: entries.map((own) => own.length) };
}

/** What the name of an append says its arguments are; the main thread's compiler has seen to it. */
function entriesOf(job: Job): readonly SealedAppend[] {
  return (job.args as { readonly entries: readonly SealedAppend[] }).entries;
}
