import { execFileSync } from 'node:child_process';
import { root } from '../steps.ts';

/** The last commit before the rule: history is not rewritten. */
const SINCE = '385d28779c43';
/** Subjects stay under this. */
const LENGTH = 72;

/** Why a subject breaks the rule of CONTRIBUTING.md, or nothing: `area: what is now true`, short, without a full stop. */
export function subjectFault(subject: string): string | undefined {
  if (!/^[a-z][a-z0-9 /-]{1,23}: \S/.test(subject)) return 'begins with no area';
  if (subject.length >= LENGTH) return `has ${subject.length} characters`;
  return subject.endsWith('.') ? 'ends in a full stop' : undefined;
}

/**
 * The commits of this branch since the rule that break it. What came by a merge was looked at on its own branch. None
 * where there is no git, or no such commit in a shallow copy.
 */
export function badSubjects(cwd: string = root, since: string = SINCE): string[] {
  const log = git(cwd, ['log', '--first-parent', '--no-merges', '--format=%h %s', `${since}..HEAD`]);
  return log.flatMap((line) => {
    const subject = line.slice(line.indexOf(' ') + 1);
    const fault = subjectFault(subject);
    return fault === undefined ? [] : [`${line}: ${fault}`];
  });
}

function git(cwd: string, args: readonly string[]): string[] {
  try {
    const answer = execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return answer.split('\n').filter(Boolean);
  } catch (error) {
    if (error instanceof Error && ('status' in error || 'code' in error)) return [];
    throw error;
  }
}
