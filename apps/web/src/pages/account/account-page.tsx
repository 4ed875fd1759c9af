import './account.css';
import type { SessionUser } from '@sheetwire/contract/accounts';
import { Gate } from '#features/gate/gate.tsx';
import { Logout } from '#features/gate/logout.tsx';
import { useSession } from '#features/gate/use-session.ts';
import { useServices } from '#services.ts';
import { ApiKeysPanel } from './api-keys-panel.tsx';
import { EmailPanel } from './email-panel.tsx';
import { EmailResult, EmailResultPage } from './email-result.tsx';
import { ReportsPanel } from './reports-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';
import { SignOnPanel } from './sign-on-panel.tsx';
import { TokenPanel } from './token-panel.tsx';

/** Account (spec 2). Whoever opened the link to a new address sees what came of it, signed in or not. */
export function AccountPage() {
  const { emailConfirmation } = useServices();
  const known = useSession();
  if (known.state === 'signed-out' && emailConfirmation.isOpen) return <EmailResultPage />;
  return <Gate>{(user) => <Account key={user.user} user={user} />}</Gate>;
}

function Account({ user }: { user: SessionUser }) {
  return (
    <main id="main" className="page" data-width="text">
      <div className="page-head">
        <h1>Account</h1>
        <span className="quiet account-name">{user.user}</span>
        <span className="grow" />
        <Logout user={user} />
      </div>
      <EmailResult />
      <EmailPanel user={user} />
      <ReportsPanel recents={user.recentReports} />
      {user.isCookieLogin ? <SignOnPanel /> : null}
      <TokenPanel />
      <ApiKeysPanel />
      <SessionsPanel />
    </main>
  );
}
