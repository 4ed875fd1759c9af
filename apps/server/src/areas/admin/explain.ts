import type { explain as call } from '@sheetwire/contract/admin';
import type { Output, Parsed } from '@sheetwire/contract/call';
import { isReportGropic } from '@sheetwire/rules/gropic';
import { branded } from '@sheetwire/rules/name';
import type { KnownRequest } from '#http/route.ts';
import { mayConfigure } from '#policies/administering.ts';
import { explain as explanation } from '#policies/explain.ts';
import type { AdminDeps } from './admin-deps.ts';
import { mayName } from './principals-shown.ts';

/** Why a user can or cannot do something with a gropic, for its admins; an unknown user and a foreign one read alike. */
export async function explain(
  deps: AdminDeps,
  { user, gropic }: Parsed<typeof call>,
  { actor }: KnownRequest,
): Promise<Output<typeof call>> {
  const mayAsk = () => mayConfigure(deps.rights(), actor, gropic);
  if (!mayAsk()) return { unauthorized: true };
  const found = mayName(deps, actor, user) ? await deps.stores.users.get(user) : undefined;
  // The right may have gone while that was read, or the name with it.
  if (!mayAsk()) return { unauthorized: true };
  const record = mayName(deps, actor, user) ? found : undefined;
  const { decidingGropic, groupWouldGive, grants, ...told } = explanation(deps.rights(), {
    user,
    gropic,
    hasViewSecret: isReportGropic(gropic) && deps.hasViewSecret(branded<'Topic'>(gropic)),
    isSuperAdmin: record !== undefined && deps.isSuperAdmin(user),
    blockAdminPage: record?.blockAdminPage ?? false,
    isDisabled: (record?.disabledAt ?? null) !== null,
  });
  return {
    user,
    gropic,
    isKnown: record !== undefined,
    isDisabled: (record?.disabledAt ?? null) !== null,
    ...told,
    grants: grants.map((grant) => ({ ...grant, path: [...grant.path] })),
    ...(decidingGropic !== undefined && { decidingGropic }),
    ...(groupWouldGive && { groupWouldGive }),
  };
}
