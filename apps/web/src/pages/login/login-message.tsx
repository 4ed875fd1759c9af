import { Link } from '@tanstack/react-router';
import { Button } from '#ui/button.tsx';
import { Banner } from '#ui/message.tsx';

/** After a message: try again or go home (spec 2, Login). */
export function LoginMessage({ text, onAgain }: { text: string; onAgain: () => void }) {
  return (
    <div className="stack">
      <Banner tone="red" icon="alert" isAlert>
        {text}
      </Banner>
      <div className="row" data-gap="l">
        <Button kind="primary" onPress={onAgain} autoFocus>
          Re-enter login credentials
        </Button>
        <Link to="/">Go to Home page</Link>
      </div>
    </div>
  );
}
