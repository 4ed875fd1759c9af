import type { Caller } from '@sheetwire/client/caller';
import { limits } from '@sheetwire/contract/limits';
import { linkVersion } from '@sheetwire/contract/verify/link';
import { parseTopic } from '@sheetwire/rules/topic';
import { noteFault } from '#lib/faults.ts';

/** The versions that the portal was told of, by who calls it. */
const told = new WeakMap<Caller, Set<string>>();

/**
 * Tells the portal that a file, a print or copied cells name a version, so that it stays and can be verified later (time 1);
 * each version once. What could not be told is told when the version is given out again.
 */
export function giveLink(call: Caller, named: { readonly topic: string; readonly version: number }): void {
  const { version } = named;
  const topic = parseTopic(named.topic);
  const own = told.get(call) ?? new Set();
  told.set(call, own);
  const key = `${topic} ${version}`;
  if (!topic || version < 1 || own.has(key)) return;
  if (own.size >= limits.past.links) own.clear();
  own.add(key);
  call(linkVersion, { topic, version }, { outlivesPage: true }).catch((fault: unknown) => {
    own.delete(key);
    noteFault(fault);
  });
}

interface GivenReport {
  readonly topic: string;
  readonly version: number;
  readonly isEmpty: boolean;
}

/** The address of a report on its way out of the portal: with copied cells, and on paper below the report's name. */
export interface GivenAddresses {
  /** The address, which names the version that is shown. */
  given(address: string | undefined): string | undefined;
  /** The answer stops it. */
  start(): () => void;
}

/** Tells of each version that is shown while its address is given out. */
export function givenAddresses(call: Caller, shown: () => GivenReport | undefined): GivenAddresses {
  const give = () => {
    const report = shown();
    if (report && !report.isEmpty) giveLink(call, report);
  };
  return {
    given(address) {
      if (address !== undefined) give();
      return address;
    },
    start() {
      addEventListener('beforeprint', give);
      return () => removeEventListener('beforeprint', give);
    },
  };
}
