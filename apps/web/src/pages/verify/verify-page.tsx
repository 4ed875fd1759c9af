import './verify.css';
import type { Output } from '@sheetwire/contract/call';
import { type FigureAddress, parseFigureAddress } from '@sheetwire/contract/verify/address';
import { verify } from '@sheetwire/contract/verify/calls';
import { figurePath } from '@sheetwire/contract/verify/path';
import { Link, useRouter, useRouterState } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { useAsked } from '#features/asked/use-asked.ts';
import { Gate } from '#features/gate/gate.tsx';
import { utcWords } from '#lib/moment-words.ts';
import { MissingPage } from '#pages/missing-page.tsx';
import { useServices } from '#services.ts';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Banner, WaitingLine } from '#ui/message.tsx';
import { TextField } from '#ui/text-field.tsx';
import { type Verdict, verdictOf } from './verify-words.ts';

type Answer = Output<typeof verify>;

/** Whether a figure is what was published (time 6); whoever is signed out comes back here. */
export function VerifyPage() {
  const href = useRouterState({ select: ({ location }) => `${location.pathname}#${location.hash}` });
  const address = parseFigureAddress(new URL(href, location.origin));
  if (!address) return <MissingPage />;
  return <Gate>{() => <Verifying key={href} address={address} />}</Gate>;
}

function Verifying({ address }: { readonly address: FigureAddress }) {
  const { topic, version, page, cell, text } = address;
  const figure = { ...(cell !== '' && { page, cell }), ...(cell !== '' && text !== undefined && { text }) };
  const { answer, refresh } = useAsked((call, signal) => call(verify, { topic, version, ...figure }, { signal }));
  return (
    <main id="main" className="page" data-width="text">
      <div className="page-head">
        <h1>Verify</h1>
      </div>
      <section className="panel pad stack verify" aria-label="Result">
        {answer.state === 'known' ? <Told address={address} answer={answer.value} /> : null}
        {answer.state === 'asking' ? <WaitingLine text="Checking..." /> : null}
        {answer.state === 'failed' ? (
          <Banner tone="red" icon="alert" isAlert action={<Button onPress={() => void refresh()}>Try again</Button>}>
            {answer.text}
          </Banner>
        ) : null}
      </section>
    </main>
  );
}

const icons = { green: 'check', red: 'alert', amber: 'lock' } as const;

interface ToldProps {
  readonly address: FigureAddress;
  readonly answer: Answer;
}

function Told({ address, answer }: ToldProps) {
  const verdict: Verdict = verdictOf({ address, answer, at: (utc) => `${utcWords(new Date(utc))} UTC` });
  const { topic, version } = address;
  const [entity = '', group = '', report = ''] = topic.split('/');
  const place = { entity, group, report };
  return (
    <>
      <div role="status" className="verdict" data-tone={verdict.tone}>
        <h2>
          <Icon name={icons[verdict.tone]} />
          {verdict.title}
        </h2>
        <p className="reading">{verdict.words}</p>
        {verdict.now === '' ? null : <p className="reading">{verdict.now}</p>}
      </div>
      {answer.state === 'signed' && address.cell !== '' ? <OwnFigure address={address} /> : null}
      {answer.state === 'none' ? null : (
        <p className="row" data-gap="l">
          {answer.state === 'gone' ? null : (
            <Link to="/$entity/$group/$report" params={place} search={{ at: String(version) }}>
              View this version
            </Link>
          )}
          <Link to="/$entity/$group/$report" params={place}>
            View the live report
          </Link>
        </p>
      )}
      {answer.statement === undefined ? null : <Signature answer={answer} />}
    </>
  );
}

/** Compares what somebody has in hand: on paper, in a mail. */
function OwnFigure({ address }: { readonly address: FigureAddress }) {
  const router = useRouter();
  const { isRemote } = useServices();
  const [text, setText] = useState(address.text ?? '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const path = figurePath({ ...address, text: text.trim() });
    router.history.push(isRemote ? `/remote${path}` : path);
  };
  return (
    <form className="row own-figure" onSubmit={submit}>
      <TextField label="Your figure" value={text} onChange={setText} />
      <Button type="submit">Check</Button>
    </form>
  );
}

function Signature({
  answer: { statement = '', signature = '', key = '', publicKey = '' },
}: Pick<ToldProps, 'answer'>) {
  const list = useRef<HTMLDListElement>(null);
  const rows = [
    ['Statement', statement],
    ['Signature (Ed25519)', signature],
    ['Key', key],
    ['Public key', publicKey],
  ] as const;
  return (
    <details>
      <summary>Signature</summary>
      <dl ref={list} className="signature">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="mono">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="row">
        <CopyButton
          text={JSON.stringify({ statement, signature, key, publicKey })}
          label="Copy signature"
          shownIn={() => list.current}
        />
      </p>
    </details>
  );
}
