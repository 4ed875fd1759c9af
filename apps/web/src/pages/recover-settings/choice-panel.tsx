import { type SettingKind, settingKinds } from '@sheetwire/contract/recoversettings';
import { type RefObject, useState } from 'react';
import { type Choice, dateCount, type KnownDates, kindWords } from '#features/recovery/recovery.ts';
import { DateCalendar } from './date-calendar.tsx';
import { DateEntry } from './date-entry.tsx';
import { RecoverNow } from './recover-now.tsx';
import type { Recovering } from './use-recovering.ts';

interface ChoicePanelProps {
  readonly known: KnownDates;
  readonly choice: Choice;
  readonly choose: (part: Partial<Choice>) => void;
  readonly recovering: Recovering;
  readonly panel: RefObject<HTMLElement | null>;
}

/** One kind of settings, one of its dates, and what recovering it would do (spec 2, Recover Settings). */
export function ChoicePanel({ known, choice, choose, recovering, panel }: ChoicePanelProps) {
  const { settings } = choice;
  /** The calendar follows a date that was typed. */
  const [jumps, setJumps] = useState(0);
  return (
    <section ref={panel} className="panel" aria-label="Recover">
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
          <RecoverNow {...{ known, choice, recovering }} />
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
