import type { ReactNode } from 'react';
import { Icon } from '#ui/icon.tsx';

/** The one panel of a page that stands before the reports: Login, Set password, Reset password (look: from the mock). */
export function Doorway({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main id="main" className="doorway">
      <div className="page" data-width="form">
        <div className="panel pad stack">
          <Icon name="logo" className="mark" />
          <h1>{title}</h1>
          {children}
        </div>
      </div>
    </main>
  );
}
