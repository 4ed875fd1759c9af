import './server.css';
import { useStore } from 'zustand';
import { concernsOf } from '#features/server-figures/concerns.ts';
import type { ServerAnswer } from '#features/server-figures/figures.ts';
import { type Section, sectionsOf } from '#features/server-figures/server-words.ts';
import { useServerModel } from '#features/server-figures/use-server-model.ts';
import { RefusedPage, SuperHead, SuperPage } from '#features/super-admin/super-page.tsx';
import { utcWords } from '#lib/moment-words.ts';
import { Button } from '#ui/button.tsx';
import { Banner, WaitingLine } from '#ui/message.tsx';

const title = 'Server';
const refusal = 'Super administrator rights are required to see server figures';

/** How the server is doing, in words. */
export function ServerPage() {
  return (
    <SuperPage title={title} refusal={refusal}>
      {() => <Server />}
    </SuperPage>
  );
}

function Server() {
  const model = useServerModel();
  const { answer, first, failure } = useStore(model.store);
  if (answer?.unauthorized) return <RefusedPage title={title} refusal={refusal} />;
  return (
    <main id="main" className="page">
      <SuperHead title={title} />
      {failure === '' ? null : (
        <Banner tone="red" icon="alert" isAlert action={<Button onPress={() => model.again()}>Try again</Button>}>
          {answer ? `These figures are from ${timeOf(answer)} UTC: ${failure}` : failure}
        </Banner>
      )}
      {answer || failure !== '' ? null : <WaitingLine text="Loading..." />}
      {answer ? <Known answer={answer} first={first} isOld={failure !== ''} /> : null}
    </main>
  );
}

interface KnownProps {
  readonly answer: ServerAnswer;
  readonly first: ServerAnswer | undefined;
  readonly isOld: boolean;
}

function Known({ answer, first, isOld }: KnownProps) {
  const concerns = concernsOf(answer, first);
  return (
    <>
      <div className="concerns">
        {concerns.map(({ tone, text }) => (
          <Banner key={text} tone={tone} icon="alert">
            {text}
          </Banner>
        ))}
        {concerns.length === 0 && !isOld ? (
          <Banner tone="green" icon="check">
            Everything is working.
          </Banner>
        ) : null}
      </div>
      <div className="server-figures">
        {sectionsOf(answer).map((section) => (
          <Facts key={section.title} {...section} />
        ))}
      </div>
      <p className="quiet">
        {`Updated at ${timeOf(answer)} UTC and every few seconds. Counts start when the server starts. With several servers, each shows its own figures.`}
      </p>
    </>
  );
}

function Facts({ title: name, facts }: Section) {
  return (
    <section className="panel" aria-label={name}>
      <header>
        <h2>{name}</h2>
      </header>
      <div className="body">
        <dl className="facts">
          {facts.map(({ label, value, note }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                {value}
                {note ? <span className="quiet">{note}</span> : null}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

function timeOf({ timeUtc }: ServerAnswer): string {
  return timeUtc === undefined ? '' : utcWords(new Date(timeUtc)).slice('yyyy-mm-dd '.length);
}
