import { readdirSync, readFileSync } from 'node:fs';

/** CPU seconds that a process has used, all threads, by the scheduler's own count. */
export function cpuSeconds(pid: number): number {
  let nanoseconds = 0;
  for (const task of readdirSync(`/proc/${pid}/task`)) {
    nanoseconds += Number(read(`/proc/${pid}/task/${task}/schedstat`).split(' ')[0] ?? 0);
  }
  if (nanoseconds === 0) throw new Error(`no CPU time was seen of process ${pid}`);
  return nanoseconds / 1e9;
}

/** Memory of a process in kB: its own pages and its share of the others' (PSS). */
export function memoryKb(pid: number): number {
  const found = /^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1];
  if (found === undefined) throw new Error(`no memory was seen of process ${pid}`);
  return Number(found);
}

/** The child processes of one process. */
export function childrenOf(pid: number): number[] {
  return read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);
}

/** A thread that ended between listing and reading has nothing to say. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) return '';
    throw error;
  }
}

/** The most memory that a process has had at once, in MiB. */
export function peakMemoryMib(pid: number): number {
  const found = /^VmHWM:\s+(\d+) kB/m.exec(read(`/proc/${pid}/status`))?.[1];
  if (found === undefined) throw new Error(`no memory was seen of process ${pid}`);
  return Number(found) / 1024;
}
