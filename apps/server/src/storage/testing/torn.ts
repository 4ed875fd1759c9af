import { parseTopic } from '@sheetwire/rules/topic';
import type { ReportLog, StoredReport } from '#ports/report-log.ts';
import type { Ledger } from './ledger.ts';

/** The cells of a version: all say its number, so that a report made of two versions shows. */
export function cellsOf(version: number, count: number): string[] {
  return Array.from({ length: count }, (_, n) => `${version}.${n}`);
}

/** Everything that is wrong with a log after a crash, in words; an empty list when nothing is. */
export async function faultsOf(log: ReportLog, ledger: Ledger): Promise<string[]> {
  const faults: string[] = [];
  for (const [name, acked] of ledger.acked) {
    const topic = parseTopic(name);
    const newest = topic && (await log.newest(topic));
    const head = topic && (await log.head(topic));
    if (!topic || !newest || newest.version < acked) {
      faults.push(`${name}: ${acked} was acknowledged, ${newest?.version} is there`);
      continue;
    }
    if (head?.version !== newest.version) faults.push(`${name}: the head says ${head?.version}`);
    if (isTorn(newest)) faults.push(`${name}: version ${newest.version} is torn`);
    if (!(await reaches(log, { topic, from: acked, to: newest.version }))) {
      faults.push(`${name}: no steps lead from ${acked} to ${newest.version}`);
    }
  }
  return faults;
}

function isTorn({ version, pages }: StoredReport): boolean {
  return pages.some(({ html }) => {
    const cells = [...html.matchAll(/<td>([^<]*)<\/td>/g)].map((match) => match[1] ?? '');
    return cells.length === 0 || cells.some((cell, n) => !cell.startsWith(`${version}.${n}`));
  });
}

async function reaches(
  log: ReportLog,
  { topic, from, to }: { topic: Parameters<ReportLog['since']>[0]; from: number; to: number },
): Promise<boolean> {
  const steps = await log.since(topic, from);
  let at = from;
  for (const step of steps ?? []) {
    if (step.from !== at) return false;
    at = step.version;
  }
  return steps !== undefined && at === to;
}
