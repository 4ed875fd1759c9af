import type { SessionUser } from '@sheetwire/contract/accounts';
import { showAlert } from '#features/alerts/alerts.ts';
import { Gate } from '#features/session/gate.tsx';
import { errorText } from '#lib/api.ts';
import { useServices } from '#services.ts';
import { Confirm } from '#ui/confirm.tsx';

/** Account (spec 2), the part that exists: who is logged in, and Logout. */
export function AccountPage() {
  return <Gate>{(user) => <Account user={user} />}</Gate>;
}

function Account({ user }: { user: SessionUser }) {
  const { session } = useServices();
  const logOut = () => void session.logOut().catch((error: unknown) => showAlert(errorText(error)));
  return (
    <main id="main" className="page" data-width="text">
      <div className="page-head">
        <h1>Account</h1>
      </div>
      <section className="panel">
        <div className="body">
          <dl className="facts">
            <dt>User</dt>
            <dd>{user.user}</dd>
          </dl>
          {user.isCookieLogin || user.ssoLogoutUrl !== '' ? (
            <div className="row">
              <Confirm icon="exit" yes="Logout" onConfirm={logOut}>
                Logout
              </Confirm>
            </div>
          ) : null}
        </div>
      </section>
      <p className="quiet">The rest of this page is not built yet</p>
    </main>
  );
}
