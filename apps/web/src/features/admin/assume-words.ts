import type { assumeAdmin } from '@sheetwire/contract/admin';
import type { Output } from '@sheetwire/contract/call';

/** The alert of spec 8: 'Cannot assume admin of {gropic}', the reason and 'Curr Admins:' with the list. */
export function refusedAssume(gropic: string, { reason, currAdmins = [] }: Output<typeof assumeAdmin>): string {
  const because = reason ? `: ${reason}` : '';
  const admins = currAdmins.length > 0 ? `\nCurr Admins: ${currAdmins.join(', ')}` : '';
  return `Cannot assume admin of ${gropic}${because}${admins}`;
}
