import './recover.css';
import { texts } from '@sheetwire/contract/errors';
import { recover, type SettingKind, settingKinds, settingsDates } from '@sheetwire/contract/recoversettings';
import { parseReportDate } from '@sheetwire/rules/report-date';
import { type ReactNode, useEffect, useState } from 'react';
import { AnswerView } from '#features/asked/answer-view.tsx';
import { useAsked, useDoing, useOwnCalls } from '#features/asked/use-asked.ts';
import {
  type Choice,
  dateCount,
  datesOf,
  isUndoPoint,
  type KnownDates,
  kindWords,
  recoverRefusal,
} from '#features/recovery/recovery.ts';
import { RefusedPage, SuperHead, SuperPage } from '#features/super-admin/super-page.tsx';
import { utcWords } from '#lib/moment-words.ts';
import { useServices } from '#services.ts';
import { Calendar } from '#ui/calendar.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { Banner } from '#ui/message.tsx';
import { takeFocus } from '#ui/take-focus.ts';
import { TextField } from '#ui/text-field.tsx';
import { PreviewView } from './preview-view.tsx';
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

/** What the last recovery came to. */
interface Result {
  readonly success: boolean;
  readonly message: string;
}

function Recover() {
  const { answer, refresh } = useAsked((call, signal) => call(settingsDates, {}, { signal }));
  const [choice, setChoice] = useState(nothing);
  const [result, setResult] = useState<Result>();
  if (answer.state === 'known' && answer.value.unauthorized)
    return <RefusedPage title={title} refusal={texts.recoverRefused} />;
  const choose = (part: Partial<Choice>) => {
    setResult(undefined);
    setChoice({ ...choice, ...part });
  };
  const recovered = (of: Result) => {
    if (!of.success) console.error('The settings were not recovered:', of.message);
    setResult(of);
    setChoice(nothing);
    void refresh();
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
            <ChoicePanel {...{ known, choice, choose }} onRecovered={recovered} />
            <UndoPoints known={known} onChoose={choose} />
          </div>
        )}
      </AnswerView>
    </main>
  );
}

interface ChoicePanelProps {
  readonly known: KnownDates;
  readonly choice: Choice;
  readonly choose: (part: Partial<Choice>) => void;
  readonly onRecovered: (result: Result) => void;
}

function ChoicePanel({ known, choice, choose, onRecovered }: ChoicePanelProps) {
  const { settings } = choice;
  /** The calendar follows a date that was typed. */
  const [jumps, setJumps] = useState(0);
  return (
    <section className="panel" aria-label="Recover">
      <div className="body beside">
        <div className="stack">
          <fieldset className="field">
            <legend>Settings</legend>
            {settingKinds.map((kind) => (
              <KindOption
                key={kind}
                kind={kind}
                note={dateCount(known[kind])}
                isChosen={kind === settings}
                onChoose={() => choose({ settings: kind, settingsDate: undefined })}
              />
            ))}
          </fieldset>
          <DateEntry {...{ choice, choose }} onTyped={() => setJumps(jumps + 1)} />
        </div>
        <DateCalendar key={`${settings} ${jumps}`} {...{ known, choice, choose }} />
        <div className="across stack">
          <RecoverNow {...{ known, choice, onRecovered }} />
        </div>
      </div>
    </section>
  );
}

interface KindOptionProps {
  readonly kind: SettingKind;
  readonly note: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function KindOption({ kind, note, isChosen, onChoose }: KindOptionProps) {
  return (
    <div className="option" aria-current={isChosen || undefined}>
      <label className="check">
        <input type="radio" name="settings" checked={isChosen} onChange={onChoose} />
        {kindWords[kind]}
      </label>
      <span>{note}</span>
    </div>
  );
}

interface DateEntryProps extends Pick<ChoicePanelProps, 'choice' | 'choose'> {
  readonly onTyped: () => void;
}

/** The date may be typed too; what is no date says so when it is left. */
function DateEntry({ choice: { settingsDate = '' }, choose, onTyped }: DateEntryProps) {
  const shown = isUndoPoint(settingsDate) ? `${utcWords(new Date(settingsDate))} UTC` : settingsDate;
  const [typed, setTyped] = useState(shown);
  useEffect(() => setTyped(shown), [shown]);
  const [isWrong, setWrong] = useState(false);
  const commit = () => {
    if (typed === shown) return;
    const day = parseReportDate(typed);
    setWrong(day === undefined && typed.trim() !== '');
    if (day === undefined && typed.trim() !== '') return;
    choose({ settingsDate: day });
    onTyped();
  };
  return (
    <TextField
      label="Date"
      value={typed}
      placeholder="yyyy-mm-dd"
      onChange={setTyped}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
      error={isWrong ? 'Enter a date as yyyy-mm-dd' : undefined}
    />
  );
}

/** Available dates stand out (spec 2); it opens at the newest of them. */
function DateCalendar({ known, choice, choose }: Omit<ChoicePanelProps, 'onRecovered'>) {
  const today = new Date(useServices().clock.now()).toISOString().slice(0, 'yyyy-mm-dd'.length);
  const dates = datesOf(known, choice.settings);
  const day = choice.settingsDate !== undefined && !isUndoPoint(choice.settingsDate) ? choice.settingsDate : undefined;
  return (
    <Calendar
      label="Date"
      value={day}
      today={today}
      start={day ?? newest(dates) ?? today}
      min={oldest(dates) ?? today}
      isInline
      marked={new Set(dates)}
      markedWord="backup"
      markedNote="Days with a backup"
      onChange={(settingsDate) => choose({ settingsDate })}
    />
  );
}

function newest(dates: readonly string[]): string | undefined {
  return [...dates].sort().at(-1);
}

function oldest(dates: readonly string[]): string | undefined {
  return [...dates].sort()[0];
}

interface RecoverNowProps {
  readonly known: KnownDates;
  readonly choice: Choice;
  readonly onRecovered: (result: Result) => void;
}

/** What would change is shown before it is asked; the server says what was done (spec 4, Recover). */
function RecoverNow({ known, choice, onRecovered }: RecoverNowProps) {
  const { settings, settingsDate } = choice;
  const refusal = recoverRefusal(known, choice);
  if (refusal !== undefined || settings === undefined || settingsDate === undefined) {
    return (
      <RecoverButton refusal={refusal}>
        <span className="quiet">{refusal}</span>
      </RecoverButton>
    );
  }
  return <Chosen key={`${settings} ${settingsDate}`} {...{ settings, settingsDate, onRecovered }} />;
}

interface ChosenProps {
  readonly settings: SettingKind;
  readonly settingsDate: string;
  readonly onRecovered: (result: Result) => void;
}

function Chosen({ settings, settingsDate, onRecovered }: ChosenProps) {
  const call = useOwnCalls();
  const [refused, setRefused] = useState<string>();
  const { isBusy, run } = useDoing();
  const go = async () => {
    const { success = false, message = '', unauthorized } = await call(recover, { settings, settingsDate });
    onRecovered({ success, message: unauthorized ? texts.unauthorized : message });
  };
  return (
    <>
      <PreviewView {...{ settings, settingsDate }} onRefused={setRefused} />
      <RecoverButton refusal={isBusy ? 'Recovering' : refused} isBusy={isBusy} onConfirm={() => run(go)}>
        <span className="quiet">The present settings are kept first, so that this can be undone.</span>
      </RecoverButton>
    </>
  );
}

interface RecoverButtonProps {
  readonly refusal: string | undefined;
  readonly isBusy?: boolean;
  readonly onConfirm?: () => void;
  readonly children: ReactNode;
}

function RecoverButton({ refusal, isBusy = false, onConfirm = () => undefined, children }: RecoverButtonProps) {
  return (
    <div className="row">
      <Confirm yes="Recover" icon="history" disabledReason={refusal} isBusy={isBusy} onConfirm={onConfirm}>
        Recover
      </Confirm>
      {children}
    </div>
  );
}
