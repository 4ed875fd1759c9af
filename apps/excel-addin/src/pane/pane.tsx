import { useStore } from 'zustand';
import { ChoiceForm } from './choice-form.tsx';
import { DryRunPart } from './dry-run-part.tsx';
import { LivePart } from './live-part.tsx';
import { LoginForm } from './login-form.tsx';
import type { PaneModel } from './pane-model.ts';
import { Button, Notice } from './parts.tsx';

interface PaneProps {
  readonly model: PaneModel;
  /** Excel on the web ends the runtime with the pane. */
  readonly endsWithPane: boolean;
}

/** The task pane: log in, choose a report, publish, stay live. */
export function Pane({ model, endsWithPane }: PaneProps) {
  const state = useStore(model.store);
  const { phase, user, problem, events } = state;
  return (
    <main className="pane">
      <header className="row" data-wrap="no">
        <h1 className="grow">{document.title}</h1>
        {phase === 'signed-in' ? (
          <Button kind="quiet" onPress={() => void model.logOut()}>
            Log out
          </Button>
        ) : null}
      </header>
      {phase === 'starting' ? <p role="status">Loading…</p> : null}
      {phase === 'signed-out' ? <LoginForm model={model} state={state} /> : null}
      {phase === 'signed-in' ? (
        <>
          <LivePart model={model} state={state} endsWithPane={endsWithPane} />
          {problem === '' ? null : <Notice tone="red">{problem}</Notice>}
          <DryRunPart model={model} dryRun={state.dryRun} />
          <ChoiceForm model={model} state={state} />
          {events.length === 0 ? null : <Events events={events} />}
          <p className="quiet">{user === '' ? 'Logged in with an API key' : `Logged in as ${user}`}</p>
        </>
      ) : null}
    </main>
  );
}

function Events({ events }: { readonly events: readonly { readonly at: number; readonly words: string }[] }) {
  return (
    <details>
      <summary>Events</summary>
      <ul className="lines">
        {events.map(({ at, words }) => (
          <li key={`${at} ${words}`}>
            <time dateTime={new Date(at).toISOString()}>{new Date(at).toTimeString().slice(0, 8)}</time> {words}
          </li>
        ))}
      </ul>
    </details>
  );
}
