import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useOwnCalls } from '#features/asked/use-asked.ts';
import { useDeed } from '#features/asked/use-deed.ts';
import { useServices } from '#services.ts';
import { Button } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { clearRecents } from './clear-recents.ts';
import { TopicsBox } from './topics-box.tsx';

/** 'Clear Recent Topics' and 'List All Available Topics' (spec 2, Account). */
export function ReportsPanel({ recents }: { recents: readonly string[] }) {
  const [isListed, setListed] = useState(false);
  return (
    <section className="panel" aria-labelledby="account-reports">
      <header>
        <h2 id="account-reports">Reports</h2>
      </header>
      <div className="body">
        <ClearRecents count={recents.length} />
        <div className="row">
          <span className="grow">Topics you can view</span>
          <Button aria-expanded={isListed} onPress={() => setListed(!isListed)}>
            {isListed ? 'Hide Topics' : 'List All Available Topics'}
          </Button>
        </div>
        {isListed ? <TopicsBox /> : null}
        <div className="row">
          <span className="grow">Reports you publish</span>
          <Link className="button" to="/publishing">
            Publishing
          </Link>
        </div>
      </div>
    </section>
  );
}

function ClearRecents({ count }: { count: number }) {
  const call = useOwnCalls();
  const { session } = useServices();
  const [isCleared, setCleared] = useState(false);
  const { isBusy, run } = useDeed('Clear Recent Topics');
  const clear = async () => {
    setCleared(false);
    await clearRecents(call, session);
    setCleared(true);
  };
  return (
    <div className="row">
      <span className="grow">{recentWords(count)}</span>
      <span className="done" role="status">
        {isCleared ? 'Cleared!' : ''}
      </span>
      <Confirm
        yes="Clear"
        disabledReason={isBusy ? 'Clearing' : undefined}
        isBusy={isBusy}
        onConfirm={() => run(clear)}
      >
        Clear Recent Topics
      </Confirm>
    </div>
  );
}

function recentWords(count: number): string {
  if (count === 0) return 'No recent reports';
  return count === 1 ? '1 recent report' : `${count} recent reports`;
}
