import type { SessionUser } from '@sheetwire/contract/accounts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Gate } from '#features/gate/gate.tsx';
import { Notice } from '#ui/message.tsx';

const places = [
  { to: '/admin', label: 'Admin' },
  { to: '/admin/users', label: 'Manage Users' },
  { to: '/admin/usergroups', label: 'Manage User Groups' },
  { to: '/admin/recoversettings', label: 'Recover Settings' },
  { to: '/admin/audit', label: 'Audit Log' },
  { to: '/admin/server', label: 'Server' },
] as const;

interface SuperPageProps {
  readonly title: string;
  /** What everybody else reads in its place (spec 6, Super admin). */
  readonly refusal: string;
  readonly children: (user: SessionUser) => ReactNode;
}

/** A page for super admins; others are told what it takes. The server decides each call again. */
export function SuperPage({ title, refusal, children }: SuperPageProps) {
  return (
    <Gate>{(user) => (user.isSuperAdmin ? children(user) : <RefusedPage title={title} refusal={refusal} />)}</Gate>
  );
}

/** For who is no super admin, or is none any more. */
export function RefusedPage({ title, refusal }: Omit<SuperPageProps, 'children'>) {
  return (
    <main id="main" className="page" data-width="text">
      <div className="page-head">
        <h1>{title}</h1>
      </div>
      <div className="panel">
        <Notice icon="lock">
          <p>{refusal}</p>
        </Notice>
      </div>
    </main>
  );
}

/** The name of the page, what it can add, and the way to the others. */
export function SuperHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="page-head">
      <h1>{title}</h1>
      {children}
      <span className="grow" />
      <nav className="row" data-gap="l" aria-label="Administration">
        {places
          .filter(({ label }) => label !== title)
          .map(({ to, label }) => (
            <Link key={to} to={to} activeOptions={{ exact: true }}>
              {label}
            </Link>
          ))}
      </nav>
    </div>
  );
}
