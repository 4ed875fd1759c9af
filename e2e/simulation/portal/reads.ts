import type { ReportLog } from '@sheetwire/server/ports/report-log';

const reading: ReadonlySet<string | symbol> = new Set(['newest', 'since'] satisfies (keyof ReportLog)[]);

/** A log that tells of each reading of a report, or of steps to one. */
export function countedReads(log: ReportLog, onRead: () => void): ReportLog {
  return new Proxy(log, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...given: readonly unknown[]): unknown => {
        if (reading.has(name)) onRead();
        return Reflect.apply(value, target, given);
      };
    },
  });
}

/** What was read while nothing went wrong, and of how much. */
export interface Reads {
  readonly count: number;
  readonly publishes: number;
  readonly servers: number;
  readonly topics: number;
}

/**
 * Where nothing goes wrong a server is told of versions that others make and reads nothing for them: a report once, and what
 * leads to the head when it is published there or its first viewer comes (decision 76).
 */
export function checkReads({ count, publishes, servers, topics }: Reads): string[] {
  const most = publishes + 2 * servers * topics;
  return count <= most
    ? []
    : [`read: reports were read ${count} times for ${publishes} publishes on ${servers} servers`];
}
