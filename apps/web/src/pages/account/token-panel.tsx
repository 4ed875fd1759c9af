import type { Output } from '@sheetwire/contract/call';
import { limits } from '@sheetwire/contract/limits';
import { newToken } from '@sheetwire/contract/tokens';
import { type FormEvent, useEffect, useState } from 'react';
import { useOwnCalls } from '#features/asked/use-asked.ts';
import { useDeed } from '#features/asked/use-deed.ts';
import { pageConfig } from '#lib/config.ts';
import { utcWords } from '#lib/moment-words.ts';
import { useServices } from '#services.ts';
import { Button } from '#ui/button.tsx';
import { SecretText } from '#ui/secret-text.tsx';
import { TextField } from '#ui/text-field.tsx';

type Token = Output<typeof newToken>;

const minutes = limits.addinToken / (60 * 1000);

/** 'Generate Token' for manual add-in authentication (spec 2, Account). */
export function TokenPanel() {
  const call = useOwnCalls();
  const [app, setApp] = useState('');
  const [token, setToken] = useState<Token>();
  const { isBusy, run } = useDeed('Generate Token');
  const generate = (event: FormEvent) => {
    event.preventDefault();
    run(async () => {
      setToken(undefined);
      setToken(await call(newToken, {}, { query: { manualGen: 'true', tokenApp: app.trim() } }));
    });
  };
  return (
    <section className="panel" aria-labelledby="account-token">
      <header>
        <h2 id="account-token">Add-in token</h2>
      </header>
      <div className="body">
        <form className="row" data-align="end" aria-labelledby="account-token" onSubmit={generate}>
          <div className="grow">
            <TextField
              label={`Enter App (Leave Blank if ${pageConfig.productName}'s own Excel Add-In)`}
              value={app}
              onChange={setApp}
              maxLength={limits.maxText}
              spellCheck={false}
            />
          </div>
          <Button
            type="submit"
            kind="primary"
            icon="key"
            disabledReason={isBusy ? 'Generating a token' : undefined}
            isBusy={isBusy}
          >
            Generate Token
          </Button>
        </form>
        {token ? <TokenFacts key={token.token} {...token} /> : null}
      </div>
    </section>
  );
}

/** The token, and whether it still is good (spec 9: 10 minutes). */
function TokenFacts({ token, timeGeneratedUtc }: Token) {
  const isOver = useIsOver();
  return (
    <>
      <dl className="facts">
        <dt>Token</dt>
        <dd>
          <SecretText text={token} what="token" />
        </dd>
        <dt>Time Generated (UTC)</dt>
        <dd>{utcWords(new Date(timeGeneratedUtc))}</dd>
      </dl>
      <p className="quiet" role="status">
        {isOver
          ? 'This token has expired. Generate a new one.'
          : `The token is valid for ${minutes} minutes and one spreadsheet. You won’t see it again.`}
      </p>
    </>
  );
}

/** Counted here from the answer, since the clocks of server and browser may differ. */
function useIsOver(): boolean {
  const { clock } = useServices();
  const [isOver, setOver] = useState(false);
  useEffect(() => clock.after(limits.addinToken, () => setOver(true)), [clock]);
  return isOver;
}
