import { exits } from '@sheetwire/contract/exits';
import { limits } from '@sheetwire/contract/limits';
import { wordsOfFault } from '#lib/faults/file-words.ts';

/** What the command ends with (interfaces 1): 2 settings, 5 files, 6 what is reached over the network. */
export const doctorExits = { done: exits.done, usage: exits.usage, file: exits.file, network: exits.network } as const;
export type DoctorExit = (typeof doctorExits)[keyof typeof doctorExits];

/** A line of the result. */
export interface Finding {
  readonly level: 'ok' | 'warn' | 'FAIL';
  readonly name: string;
  readonly text: string;
}

/** What a check found; a warning does not fail it. */
export type Note = Omit<Finding, 'name'>;

/** One thing that is looked at; a fault is thrown, its message the line. */
export interface Check {
  readonly name: string;
  readonly exit: DoctorExit;
  run(): Promise<readonly Note[]>;
}

export interface Diagnosis {
  readonly findings: readonly Finding[];
  /** That of the first check that failed. */
  readonly exit: DoctorExit;
}

export function ok(text: string): Note {
  return { level: 'ok', text };
}

export function warn(text: string): Note {
  return { level: 'warn', text };
}

/** Runs all checks side by side, each for a bounded time, and answers in their order. */
export async function runChecks(checks: readonly Check[], wait: number = limits.doctorCheck): Promise<Diagnosis> {
  const results = await Promise.all(checks.map((check) => runCheck(check, wait)));
  const failed = results.findIndex((notes) => notes.some(({ level }) => level === 'FAIL'));
  const findings = results.flatMap((notes, at) => notes.map((note) => ({ ...note, name: checks[at]?.name ?? '' })));
  return { findings, exit: checks[failed]?.exit ?? doctorExits.done };
}

async function runCheck(check: Check, wait: number): Promise<readonly Note[]> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`no response within ${wait / second} s`)), wait);
  try {
    return await Promise.race([check.run(), late.promise]);
  } catch (error) {
    return [{ level: 'FAIL', text: wordsOfFault(error) }];
  } finally {
    clearTimeout(timer);
  }
}

const second = 1000;
