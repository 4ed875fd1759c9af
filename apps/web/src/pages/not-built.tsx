import { Gate } from '#features/session/gate.tsx';
import { Notice } from '#ui/message.tsx';

/** A page of spec 2 whose time comes later; it says so and pretends nothing. */
export function NotBuilt({ title }: { title: string }) {
  return <Gate>{() => <NotBuiltPanel title={title} />}</Gate>;
}

function NotBuiltPanel({ title }: { title: string }) {
  return (
    <main id="main" className="page" data-width="text">
      <div className="page-head">
        <h1>{title}</h1>
      </div>
      <div className="panel">
        <Notice icon="info">
          <p>This page is not built yet</p>
        </Notice>
      </div>
    </main>
  );
}
