import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Groups of the kernel's first kind, which has a folder for each thing that is bounded, and of its second. */
const FOLDERS = ['/sys/fs/cgroup/cpu', '/sys/fs/cgroup'] as const;
/** The kernel hands out CPU by such times, in microseconds. */
const PERIOD = 10_000;
let made = 0;

/** Bounds processes to a share of a core each, as servers of that size would be, until it is disposed of. */
export class ShareOfCore implements Disposable {
  readonly #bound: { readonly folder: string; readonly pid: number }[] = [];

  /** Why no process can be bounded here; undefined where it can. */
  static missing(): string | undefined {
    try {
      rmdirSync(makeGroup(1));
      return undefined;
    } catch (error) {
      return `no control group can be made: ${error instanceof Error ? error.message : String(error)}`;
    }
  }

  /** From now on the process, with all its threads, has so much of a core. */
  bound(pid: number, share: number): void {
    const folder = makeGroup(share);
    this.#bound.push({ folder, pid });
    writeFileSync(join(folder, 'cgroup.procs'), String(pid));
  }

  [Symbol.dispose](): void {
    for (const { folder, pid } of this.#bound) {
      if (existsSync(`/proc/${pid}`)) writeFileSync(join(folder, '../cgroup.procs'), String(pid));
      rmdirSync(folder);
    }
  }
}

function makeGroup(share: number): string {
  const parent = FOLDERS.find((folder) => existsSync(join(folder, 'cgroup.procs')));
  if (parent === undefined) throw new Error('the kernel has none');
  const folder = join(parent, `sheetwire-bench-${process.pid}-${made++}`);
  const quota = Math.round(share * PERIOD);
  mkdirSync(folder);
  try {
    const second = join(folder, 'cpu.max');
    if (existsSync(second)) writeFileSync(second, `${quota} ${PERIOD}`);
    else {
      writeFileSync(join(folder, 'cpu.cfs_period_us'), String(PERIOD));
      writeFileSync(join(folder, 'cpu.cfs_quota_us'), String(quota));
    }
  } catch (error) {
    rmdirSync(folder);
    throw error;
  }
  return folder;
}
