import type { ReactNode } from 'react';

interface ListPartProps {
  readonly id: string;
  readonly title: string;
  readonly count: number;
  readonly children: ReactNode;
}

/** A list of the page under its title. */
export function ListPart({ id, title, count, children }: ListPartProps) {
  return (
    <section className="panel" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        <span className="quiet">{count}</span>
      </header>
      <div className="listed">{children}</div>
    </section>
  );
}
