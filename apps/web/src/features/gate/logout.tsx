import type { SessionUser } from '@sheetwire/contract/accounts';
import { useDoing } from '#features/asked/use-asked.ts';
import { useServices } from '#services.ts';
import { Confirm } from '#ui/confirm.tsx';

/** Only where there is something to log out of: a cookie login, or a sign-on with a logout address (spec 2, Account). */
export function Logout({ user }: { user: SessionUser }) {
  const { session } = useServices();
  const { isBusy, run } = useDoing();
  if (!user.isCookieLogin && user.ssoLogoutUrl === '') return null;
  return (
    <Confirm
      icon="exit"
      yes="Logout"
      disabledReason={isBusy ? 'Logging out' : undefined}
      isBusy={isBusy}
      onConfirm={() => run(() => session.logOut())}
    >
      Logout
    </Confirm>
  );
}
