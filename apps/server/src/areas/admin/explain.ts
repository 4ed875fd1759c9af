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
  const rights = deps.rights();
  if (!mayConfigure(rights, actor, gropic)) return { unauthorized: true };
  const record = mayName(deps, actor, user) ? await deps.stores.users.get(user) : undefined;
  const { decidingGropic, groupWouldGive, grants, ...found } = explanation(rights, {
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
    ...found,
    grants: grants.map((grant) => ({ ...grant, path: [...grant.path] })),
    ...(decidingGropic !== undefined && { decidingGropic }),
    ...(groupWouldGive && { groupWouldGive }),
  };
}
