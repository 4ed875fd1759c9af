import type { ReactNode } from 'react';

/** One group of components. */
export function KitPanel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="panel">
      <header>
        <h2>{title}</h2>
      </header>
      <div className="body">{children}</div>
    </section>
  );
}
