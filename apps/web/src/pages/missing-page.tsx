import { Link } from '@tanstack/react-router';
import { Notice } from '#ui/message.tsx';

/** An address that is no page of ours. */
export function MissingPage() {
  return (
    <main id="main" className="page" data-width="text">
      <div className="panel">
        <Notice icon="search">
          <h1>Page not found.</h1>
          <p>
            <Link to="/">Go to Home page</Link>
          </p>
        </Notice>
      </div>
    </main>
  );
}
