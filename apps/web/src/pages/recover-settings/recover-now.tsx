import type { SettingKind } from '@sheetwire/contract/recoversettings';
import { type ReactNode, useCallback, useState } from 'react';
import {
  alongside,
  type Choice,
  isUndoPoint,
  type KnownDates,
  kindWords,
  type Preview,
  recoverRefusal,
} from '#features/recovery/recovery.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { PreviewView } from './preview-view.tsx';
import type { Recovering } from './use-recovering.ts';

interface RecoverNowProps {
  readonly known: KnownDates;
  readonly choice: Choice;
  readonly recovering: Recovering;
}

/** What would change is shown before it is asked; the server says what was done (spec 4, Recover). */
export function RecoverNow({ known, choice, recovering }: RecoverNowProps) {
  const { settings, settingsDate } = choice;
  const refusal = recoverRefusal(known, choice);
  if (refusal !== undefined || settings === undefined || settingsDate === undefined) {
    return (
      <RecoverButton refusal={refusal}>
        <span className="quiet">{refusal}</span>
      </RecoverButton>
    );
  }
  return <Chosen key={`${settings} ${settingsDate}`} {...{ settings, settingsDate, recovering }} />;
}

interface ChosenProps {
  readonly settings: SettingKind;
  readonly settingsDate: string;
  readonly recovering: Recovering;
}

function Chosen({ settings, settingsDate, recovering: { isBusy, round, recover } }: ChosenProps) {
  const [refused, setRefused] = useState<string>();
  const { along, isTaken, also, take, onKnown } = useAlongside();
  return (
    <>
      <PreviewView
        key={`${round} ${also?.join() ?? 'all'}`}
        {...{ settings, settingsDate, also, onKnown }}
        onRefused={setRefused}
      />
      {along.map((kind) => (
        <Checkbox
          key={kind}
          label={`Also recover ${kindWords[kind]} from ${isUndoPoint(settingsDate) ? 'the same time' : settingsDate}`}
          isSelected={isTaken(kind)}
          onChange={(isOn) => take(kind, isOn)}
        />
      ))}
      <RecoverButton
        refusal={isBusy ? 'Recovering' : refused}
        isBusy={isBusy}
        onConfirm={() => recover({ settings, settingsDate, also })}
      >
        <span className="quiet">The current settings are saved first, so you can undo this.</span>
      </RecoverButton>
    </>
  );
}

/** What can be recovered in the same step; the first answer says what there is, and what an undo takes along. */
function useAlongside() {
  const [first, setFirst] = useState<Preview>();
  const [also, setAlso] = useState<readonly SettingKind[]>();
  const onKnown = useCallback((preview: Preview) => setFirst((before) => before ?? preview), []);
  const taken = also ?? first?.also?.map(({ settings }) => settings) ?? [];
  const take = (kind: SettingKind, isOn: boolean) =>
    setAlso(isOn ? [...taken, kind] : taken.filter((other) => other !== kind));
  return {
    also,
    along: first === undefined ? [] : alongside(first),
    isTaken: (kind: SettingKind) => taken.includes(kind),
    take,
    onKnown,
  };
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
