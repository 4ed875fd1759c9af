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
import { UndoPoints } from './undo-points.tsx';
import { type RecoverResult, type Recovery, useRecovering } from './use-recovering.ts';

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

function isOf(choice: Choice, { settings, settingsDate }: Recovery): boolean {
  return choice.settings === settings && choice.settingsDate === settingsDate;
}

function Recover() {
  const { answer, refresh } = useAsked((call, signal) => call(settingsDates, {}, { signal }));
  const [choice, setChoice] = useState(nothing);
  const [result, setResult] = useState<RecoverResult>();
  /** The newest recovery is not in the list yet: its first row is another one. */
  const [isListOld, setListOld] = useState(false);
  const panel = useRef<HTMLElement>(null);
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
  const ended = (what: Recovery, of: RecoverResult | undefined) => {
    if (of) {
      if (!of.success) console.error('The settings were not recovered:', of.message);
      setResult(of);
      // Another one may have been chosen since.
      setChoice((now) => (isOf(now, what) ? nothing : now));
    }
    setListOld(true);
    void refresh().finally(() => setListOld(false));
  };
  const recovering = useRecovering(ended);
  if (answer.state === 'known' && answer.value.unauthorized)
    return <RefusedPage title={title} refusal={texts.recoverRefused} />;
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
            <ChoicePanel {...{ known, choice, choose, panel, recovering }} />
            <UndoPoints known={known} old={isListOld ? 'Updating the list' : old} onChoose={undo} />
          </div>
        )}
      </AnswerView>
    </main>
  );
}
