import './recover.css';
import { texts } from '@sheetwire/contract/errors';
import { settingsDates } from '@sheetwire/contract/recoversettings';
import { useRef, useState } from 'react';
import { AnswerView } from '#features/asked/answer-view.tsx';
import { useAsked } from '#features/asked/use-asked.ts';
import type { Choice } from '#features/recovery/recovery.ts';
import { RefusedPage, SuperHead, SuperPage } from '#features/super-admin/super-page.tsx';
import { Banner } from '#ui/message.tsx';
import { takeFocus } from '#ui/take-focus.ts';
import { ChoicePanel } from './choice-panel.tsx';
import type { RecoverResult } from './recover-now.tsx';
import { UndoPoints } from './undo-points.tsx';

const title = 'Recover Settings';
const nothing: Choice = { settings: undefined, settingsDate: undefined };

/** Settings as they were (spec 2, Recover Settings). */
export function RecoverPage() {
  return (
    <SuperPage title={title} refusal={texts.recoverRefused}>
      {() => <Recover />}
    </SuperPage>
  );
}

function Recover() {
  const { answer, refresh } = useAsked((call, signal) => call(settingsDates, {}, { signal }));
  const [choice, setChoice] = useState(nothing);
  const [result, setResult] = useState<RecoverResult>();
  /** The newest recovery is not in the list yet: its first row is another one. */
  const [isListOld, setListOld] = useState(false);
  const panel = useRef<HTMLElement>(null);
  if (answer.state === 'known' && answer.value.unauthorized)
    return <RefusedPage title={title} refusal={texts.recoverRefused} />;
  const fault = answer.state === 'known' ? answer.fault : undefined;
  const old = fault === undefined ? undefined : 'This list may be out of date. Try again first.';
  const choose = (part: Partial<Choice>) => {
    setResult(undefined);
    setChoice({ ...choice, ...part });
  };
  const undo = (point: Choice) => {
    choose(point);
    panel.current?.scrollIntoView({ block: 'nearest' });
  };
  const recovered = (of: RecoverResult) => {
    if (!of.success) console.error('The settings were not recovered:', of.message);
    setResult(of);
    setChoice(nothing);
    setListOld(true);
    void refresh().finally(() => setListOld(false));
  };
  return (
    <main id="main" className="page" data-width="text">
      <SuperHead title={title} />
      {result === undefined ? null : (
        <div ref={takeFocus} tabIndex={-1}>
          <Banner tone={result.success ? 'green' : 'red'} icon={result.success ? 'check' : 'alert'} isAlert>
            {result.message}
          </Banner>
        </div>
      )}
      <AnswerView answer={answer} onRetry={() => void refresh()}>
        {(known) => (
          <div className="stack">
            <ChoicePanel {...{ known, choice, choose, panel }} onRecovered={recovered} />
            <UndoPoints known={known} old={isListOld ? 'Updating the list' : old} onChoose={undo} />
          </div>
        )}
      </AnswerView>
    </main>
  );
}
