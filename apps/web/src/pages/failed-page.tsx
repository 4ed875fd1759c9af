import type { ErrorComponentProps } from '@tanstack/react-router';
import { errorText } from '#lib/api.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/message.tsx';

/** A part of the page could not be loaded or drawn. */
export function FailedPage({ error }: ErrorComponentProps) {
  return (
    <main id="main" className="page" data-width="text">
      <div className="panel">
        <Notice icon="alert">
          <h1>This page could not be shown.</h1>
          <p>{errorText(error)}</p>
          <Button onPress={() => location.reload()}>Reload</Button>
        </Notice>
      </div>
    </main>
  );
}
