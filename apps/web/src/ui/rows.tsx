import './rows.css';
import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

interface RowProps {
  readonly icon: IconName;
  readonly name: ReactNode;
  readonly note: ReactNode;
  readonly action: ReactNode;
}

/** A list of things, each with what is to know of it and what may be done with it. */
export function Rows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className="rows" aria-label={label}>
      {children}
    </ul>
  );
}

/** One thing of the list; its action goes under it where there is no room beside it. */
export function Row({ icon, name, note, action }: RowProps) {
  return (
    <li>
      <Icon name={icon} />
      <div>
        <p className="name">{name}</p>
        <p className="note">{note}</p>
      </div>
      {action}
    </li>
  );
}
