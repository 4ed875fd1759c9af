import { texts } from '@sheetwire/contract/errors';
import { getUser, removeUser, sendPasswordResetEmail } from '@sheetwire/contract/users';
import { useEffect, useRef, useState } from 'react';
import { showAlert } from '#features/alerts/alerts.ts';
import { AnswerView } from '#features/asked/answer-view.tsx';
import { isFocusFree } from '#features/asked/is-focus-free.ts';
import { useAsked, useOwnCalls } from '#features/asked/use-asked.ts';
import { useDeed } from '#features/asked/use-deed.ts';
import { useShown } from '#features/asked/use-shown.ts';
import {
  deleteRefusal,
  editRefusal,
  isPasswordAccount,
  resetRefusal,
  type UserFacts,
} from '#features/manage-users/edit-email.ts';
import { useUsersState } from '#features/manage-users/use-users.ts';
import type { UsersModel } from '#features/manage-users/users-model.ts';
import { ownName } from '#features/principal-picker/own-name.ts';
import { Button } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { Banner, Chip, Notice } from '#ui/message.tsx';
import { EditEmailForm } from './edit-email-form.tsx';
import { UserFactsList } from './user-facts.tsx';
import { UserSwitches } from './user-switches.tsx';

interface UserPanelProps {
  readonly model: UsersModel;
  readonly name: string;
  readonly ownEntity: string;
  /** Said above the list; '' takes back what was said. */
  readonly onDone: (message: string) => void;
  /** It is gone, and the focus with it where that was here. */
  readonly onDeleted: (message: string, hadFocus: boolean) => void;
}

/** The detail panel of Manage Users (spec 2). */
export function UserPanel({ model, name, ownEntity, onDone, onDeleted }: UserPanelProps) {
  const { answer, refresh } = useAsked((call, signal) => call(getUser, { user: name }, { signal }));
  const facts = answer.state === 'known' ? answer.value : undefined;
  useRefreshOnNews(model, facts, refresh);
  const panel = useRef<HTMLElement>(null);
  const deleted = (message: string, isShown: boolean) => onDeleted(message, isShown && isFocusFree(panel.current));
  return (
    <section ref={panel} className="panel" aria-label={ownName(name, ownEntity)}>
      <header>
        <h2 className="big">{ownName(name, ownEntity)}</h2>
        {facts?.isSuperAdmin ? (
          <Chip tone="blue" icon="key">
            [SuperAdmin]
          </Chip>
        ) : null}
        {facts?.isDisabled ? (
          <Chip tone="amber" icon="lock">
            Disabled
          </Chip>
        ) : null}
      </header>
      <div className="body">
        <AnswerView answer={answer} onRetry={() => void refresh()}>
          {(known) =>
            known.name === undefined ? (
              <Notice icon="alert">
                <p>{known.message ?? 'User not found'}</p>
              </Notice>
            ) : (
              <KnownUser {...{ model, name, onDone }} onDeleted={deleted} facts={known} onChanged={refresh} />
            )
          }
        </AnswerView>
      </div>
    </section>
  );
}

/** What others changed shows; a password, whose every showing is written down, is asked for once. */
function useRefreshOnNews(model: UsersModel, facts: UserFacts | undefined, refresh: () => Promise<void>): void {
  const { round } = useUsersState(model);
  const seen = useRef(round);
  const latest = useRef({ facts, refresh });
  latest.current = { facts, refresh };
  useEffect(() => {
    if (seen.current === round) return;
    seen.current = round;
    const { facts: known, refresh: again } = latest.current;
    if (known !== undefined && !isPasswordAccount(known)) void again();
  }, [round]);
}

interface KnownUserProps extends Omit<UserPanelProps, 'ownEntity'> {
  readonly facts: UserFacts;
  readonly onChanged: () => Promise<void>;
}

function KnownUser({ model, name, facts, onDone, onDeleted, onChanged }: KnownUserProps) {
  const [isEditing, setEditing] = useState(false);
  const [said, setSaid] = useState('');
  const editor = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (!isEditing && wasEditing.current) editor.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  const saved = async (message: string) => {
    model.refresh();
    // Before that the old address would stand beside the words.
    await onChanged();
    setSaid(message);
  };
  const edit = () => {
    setSaid('');
    onDone('');
    setEditing(true);
  };
  return (
    <div className="stack">
      {facts.message ? (
        <Banner tone="amber" icon="alert">
          {facts.message}
        </Banner>
      ) : null}
      <UserFactsList facts={facts} />
      {isEditing ? (
        <EditEmailForm facts={facts} name={name} onSaved={saved} onClose={() => setEditing(false)} />
      ) : (
        <div className="row">
          <SendReset {...{ name, facts }} onSaid={setSaid} />
          <Button ref={editor} disabledReason={editRefusal(facts)} onPress={edit}>
            Edit Email Address
          </Button>
          <span className="grow" />
          <DeleteUser {...{ model, name, facts, onDeleted }} />
        </div>
      )}
      {said === '' ? null : (
        <Banner tone="green" icon="check" isAlert>
          {said}
        </Banner>
      )}
      <UserSwitches {...{ name, facts, onChanged }} onSaid={setSaid} />
    </div>
  );
}

interface ActionProps {
  readonly name: string;
  readonly facts: UserFacts;
}

/** A link to set the password; what the server says of it is shown (spec 7, sendpasswordresetemail). */
function SendReset({ name, facts, onSaid }: ActionProps & { readonly onSaid: (text: string) => void }) {
  const call = useOwnCalls();
  const { isBusy, run } = useDeed(`Send Password Reset Email to ${name}`);
  const send = async () => {
    onSaid('');
    const { success, message = '' } = await call(sendPasswordResetEmail, { user: name });
    if (success) onSaid(message);
    else showAlert(message || texts.unauthorized);
  };
  return (
    <Button
      icon="mail"
      isBusy={isBusy}
      disabledReason={isBusy ? 'Sending the email' : resetRefusal(facts)}
      onPress={() => run(send)}
    >
      Send Password Reset Email
    </Button>
  );
}

interface DeleteUserProps extends ActionProps {
  readonly model: UsersModel;
  readonly onDeleted: (message: string, isShown: boolean) => void;
}

function DeleteUser({ model, name, facts, onDeleted }: DeleteUserProps) {
  const call = useOwnCalls();
  const { isBusy, run } = useDeed(`Delete ${name}`);
  const isShown = useShown();
  const remove = async () => {
    const { unauthorized, message } = await call(removeUser, { user: name });
    const isDone = !(unauthorized || message);
    if (isDone) onDeleted(`${name} was deleted, along with all rights and sessions`, isShown.current);
    else showAlert(message ?? texts.unauthorized);
    return isDone;
  };
  return (
    <Confirm
      yes="Delete"
      isBusy={isBusy}
      disabledReason={isBusy ? 'Deleting' : deleteRefusal(facts)}
      onConfirm={() => run(() => model.remove(name, remove))}
    >
      Delete User
    </Confirm>
  );
}
