import { Link } from '@tanstack/react-router';
import { useStore } from 'zustand';
import type { ConfirmationState } from '#features/email-key/email-confirmation.ts';
import { Doorway } from '#features/shell/doorway.tsx';
import { useServices } from '#services.ts';
import { Button } from '#ui/button.tsx';
import { Banner, WaitingLine } from '#ui/message.tsx';

/** What became of the link that was mailed to a new address; nothing when the page was opened otherwise. */
export function EmailResult() {
  const { emailConfirmation } = useServices();
  const state = useStore(emailConfirmation.store);
  return state.state === 'none' ? null : <Result state={state} onRetry={() => void emailConfirmation.start()} />;
}

/** The same for a visitor who is not signed in. */
export function EmailResultPage() {
  return (
    <Doorway title="Change Email Address">
      <EmailResult />
      <div className="row" data-gap="l">
        <Link className="button" to="/login">
          Login
        </Link>
      </div>
    </Doorway>
  );
}

function Result({ state, onRetry }: { state: Exclude<ConfirmationState, { state: 'none' }>; onRetry: () => void }) {
  switch (state.state) {
    case 'asking':
      return <WaitingLine text="Confirming the new email address..." />;
    case 'failed':
      return (
        <Banner tone="red" icon="alert" isAlert action={<Button onPress={onRetry}>Try again</Button>}>
          {state.text}
        </Banner>
      );
    case 'answered':
      return (
        <Banner tone={state.success ? 'green' : 'red'} icon={state.success ? 'check' : 'alert'} isAlert>
          {state.message}
        </Banner>
      );
  }
}
