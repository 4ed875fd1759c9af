import type { Parsed } from '@sheetwire/contract/call';
import type { report } from '@sheetwire/contract/reports';

/** Nothing changed since the version that the client shows (semantics 4, nodiff). */
export function isSame(
  input: Parsed<typeof report>,
  held: { time: string; hasUserHtml: boolean; canInteract: boolean },
): boolean {
  return (
    input.reportTime === held.time &&
    (input.hasUserHtml ?? false) === held.hasUserHtml &&
    (input.canInteract ?? false) === held.canInteract
  );
}
