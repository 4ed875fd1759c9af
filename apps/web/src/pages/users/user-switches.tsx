import { texts } from '@sheetwire/contract/errors';
import { endUserSessions, setSwitches } from '@sheetwire/contract/users';
import { useRef, useState } from 'react';
import { showAlert } from '#features/alerts/alerts.ts';
import { deedWords } from '#features/asked/deed-words.ts';
import { useOwnCalls } from '#features/asked/use-asked.ts';
import { useDeed } from '#features/asked/use-deed.ts';
import type { UserFacts } from '#features/manage-users/edit-email.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { Confirm } from '#ui/confirm.tsx';

type Switches = Pick<UserFacts, 'blockAdminPage' | 'canChangeEmail' | 'deepLog'>;

const switches = [
  { name: 'canChangeEmail', label: 'Can change own email' },
  { name: 'blockAdminPage', label: 'Admin page blocked' },
  { name: 'deepLog', label: 'Deep logging' },
] as const satisfies { name: keyof Switches; label: string }[];

interface UserSwitchesProps {
  readonly name: string;
  readonly facts: UserFacts;
  /** Asks for the facts again; resolves once they are there. */
  readonly onChanged: () => Promise<void>;
  readonly onSaid: (text: string) => void;
}

/** What a user may do beside reports, and where they are signed in. */
export function UserSwitches({ name, facts, onChanged, onSaid }: UserSwitchesProps) {
  const call = useOwnCalls();
  const [set, setSet] = useState<Switches>({});
  const { run } = useDeed(`Log out ${name} everywhere`);
  const save = async (part: Switches) => {
    try {
      const { unauthorized, message } = await call(setSwitches, { user: name, ...part });
      if (unauthorized || message) showAlert(message ?? texts.unauthorized);
      else await onChanged();
    } catch (error) {
      showAlert(deedWords(`Settings of ${name}`, error));
      // It may have been set all the same.
      await onChanged();
    }
    // From here on the box shows what the server knows, whoever sets it next.
    setSet((before) => withoutSaved(before, part));
  };
  const change = useInTurn(save);
  // Each goes by itself: a box that is closed meanwhile would lose the focus.
  const press = (key: keyof Switches, isOn: boolean) => {
    setSet((before) => ({ ...before, [key]: isOn }));
    change(key, isOn);
  };
  const end = async () => {
    const { success, message = '' } = await call(endUserSessions, { user: name });
    if (!success) return showAlert(message || texts.unauthorized);
    await onChanged();
    onSaid(message);
  };
  return (
    <div className="stack ruled">
      <fieldset className="row" data-gap="l" aria-label="User settings">
        {switches.map(({ name: key, label }) => (
          <Checkbox
            key={key}
            label={label}
            isSelected={set[key] ?? facts[key] ?? false}
            onChange={(isOn) => press(key, isOn)}
          />
        ))}
      </fieldset>
      <div className="row">
        <Confirm icon="exit" yes="Log Out" onConfirm={() => run(end)}>
          Log Out Everywhere
        </Confirm>
        <span className="quiet">{sessionWords(facts.sessions ?? 0)}</span>
      </div>
    </div>
  );
}

/** A box that is pressed again while it is saved is saved once more after that, as it was pressed last. */
function useInTurn(save: (part: Switches) => Promise<void>): (name: keyof Switches, isOn: boolean) => void {
  const wanted = useRef(new Map<keyof Switches, boolean>());
  const underWay = useRef(new Set<keyof Switches>());
  const saveAll = async (name: keyof Switches) => {
    for (let isOn = wanted.current.get(name); isOn !== undefined; isOn = wanted.current.get(name)) {
      wanted.current.delete(name);
      await save({ [name]: isOn });
    }
    underWay.current.delete(name);
  };
  return (name, isOn) => {
    wanted.current.set(name, isOn);
    if (underWay.current.has(name)) return;
    underWay.current.add(name);
    void saveAll(name);
  };
}

/** What was set again meanwhile stays until its own answer. */
function withoutSaved(set: Switches, saved: Switches): Switches {
  const left = { ...set };
  for (const { name } of switches) if (saved[name] !== undefined && saved[name] === set[name]) delete left[name];
  return left;
}

function sessionWords(count: number): string {
  if (count === 0) return 'No active sessions';
  return count === 1 ? '1 active session' : `${count} active sessions`;
}
