import type { Output } from '@sheetwire/contract/call';
import { listApiKeys, revokeApiKey } from '@sheetwire/contract/tokens';
import { useRef, useState } from 'react';
import { AnswerView } from '#features/asked/answer-view.tsx';
import { isFocusFree } from '#features/asked/is-focus-free.ts';
import { unlessGone } from '#features/asked/own-calls.ts';
import { useAsked, useOwnCalls } from '#features/asked/use-asked.ts';
import { useDeed } from '#features/asked/use-deed.ts';
import { useServices } from '#services.ts';
import { Button } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { Moment } from '#ui/moment.tsx';
import { Row, Rows } from '#ui/rows.tsx';
import { type MadeKey, MadeKeyBox, NewKeyForm } from './new-key.tsx';

type ApiKey = Output<typeof listApiKeys>['keys'][number];

/** The keys of unattended publishers: made, listed and revoked here (interfaces 3). */
export function ApiKeysPanel() {
  const { answer, refresh } = useAsked((call, signal) => call(listApiKeys, {}, { signal }));
  const [isOpen, setOpen] = useState(false);
  const [made, setMade] = useState<MadeKey>();
  const [said, setSaid] = useState('');
  const opener = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const closeForm = () => {
    setOpen(false);
    opener.current?.focus();
  };
  const closeMade = () => {
    setMade(undefined);
    opener.current?.focus();
  };
  const keep = (key: MadeKey) => {
    setMade(key);
    setSaid('');
    void refresh();
  };
  const revoked = async (name: string) => {
    await refresh();
    setSaid(`Revoked ${name}`);
    if (isFocusFree(list.current)) opener.current?.focus();
  };
  const taken = answer.state === 'known' ? answer.value.keys.map(({ name }) => name) : [];
  return (
    <section className="panel" aria-labelledby="account-keys">
      <header>
        <h2 id="account-keys">API keys</h2>
        <span className="grow done" role="status">
          {said}
        </span>
        <Button ref={opener} icon="plus" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
          New key
        </Button>
      </header>
      {isOpen ? (
        <NewKeyForm
          taken={taken}
          onMade={keep}
          onDone={() => setOpen(false)}
          onClose={closeForm}
          onFailed={() => void refresh()}
        />
      ) : null}
      {made ? <MadeKeyBox made={made} onClose={closeMade} /> : null}
      <div ref={list} className="listed">
        <AnswerView answer={answer} onRetry={() => void refresh()}>
          {({ keys }) => <Keys keys={keys} onRevoked={revoked} />}
        </AnswerView>
      </div>
    </section>
  );
}

function Keys({ keys, onRevoked }: { keys: readonly ApiKey[]; onRevoked: (name: string) => Promise<void> }) {
  if (keys.length === 0) {
    return <p className="quiet">No keys. A key lets a program publish without a user logging in.</p>;
  }
  return (
    <Rows label="API keys">
      {keys.map((key) => (
        <KeyRow key={key.id} apiKey={key} onRevoked={onRevoked} />
      ))}
    </Rows>
  );
}

function KeyRow({ apiKey, onRevoked }: { apiKey: ApiKey; onRevoked: (name: string) => Promise<void> }) {
  const call = useOwnCalls();
  const now = useServices().clock.now();
  const { isBusy, run } = useDeed(`Revoke ${apiKey.name}`);
  const { id, name, createdUtc, lastUsedUtc } = apiKey;
  const revoke = async () => {
    await unlessGone(call(revokeApiKey, { id }));
    await onRevoked(name);
  };
  const used =
    lastUsedUtc === null ? (
      'never used'
    ) : (
      <>
        last used <Moment utc={lastUsedUtc} now={now} />
      </>
    );
  return (
    <Row
      icon="key"
      name={name}
      note={
        <>
          Created <Moment utc={createdUtc} now={now} />, {used}
        </>
      }
      action={
        <Confirm
          yes="Revoke"
          kind="quiet"
          size="small"
          aria-label={`Revoke ${name}`}
          disabledReason={isBusy ? 'Revoking' : undefined}
          isBusy={isBusy}
          onConfirm={() => run(revoke)}
        >
          Revoke
        </Confirm>
      }
    />
  );
}
