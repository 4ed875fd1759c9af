import { texts } from '@sheetwire/contract/errors';
import { limits } from '@sheetwire/contract/limits';
import { createUser, getAdUser } from '@sheetwire/contract/users';
import { type FormEvent, useCallback, useMemo, useRef, useState } from 'react';
import { showAlert } from '#features/alerts/alerts.ts';
import { useDoing, useOwnCalls } from '#features/asked/use-asked.ts';
import { type AddUserEntry, fromDirectory, placeOfRefusal, readAddUser } from '#features/manage-users/add-user.ts';
import { useUsersState } from '#features/manage-users/use-users.ts';
import type { UsersModel } from '#features/manage-users/users-model.ts';
import { ownName } from '#features/principal-picker/own-name.ts';
import { errorText } from '#lib/api.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { LongPicker } from '#ui/long/long-picker.tsx';
import { Select } from '#ui/select.tsx';
import { TextField } from '#ui/text-field.tsx';
import { ServerFault } from './server-fault.tsx';

interface AddUserFormProps {
  readonly model: UsersModel;
  readonly ownEntity: string;
  readonly onAdded: (name: string, message: string) => void;
  readonly onClose: () => void;
}

/** 'Add User' (spec 2, 5 and 8): a refusal stands under ERROR! at what it is about, until that is edited. */
export function AddUserForm({ model, ownEntity, onAdded, onClose }: AddUserFormProps) {
  const { users, adUsers, entities } = useUsersState(model);
  const call = useOwnCalls();
  const form = useAddForm(entities.includes(ownEntity) ? ownEntity : (entities[0] ?? ''));
  const { entry, refusal } = form;
  const known = useMemo(
    () => ({ names: new Set(users.map(({ name }) => name)), adUsers: new Set(adUsers), entities }),
    [users, adUsers, entities],
  );
  const reading = readAddUser(entry, known);
  const fault = 'fault' in reading ? reading : undefined;
  const { isBusy, run } = useDoing();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!('user' in reading) || refusal) return;
    run(async () => {
      const { success, message = '', unauthorized } = await call(createUser, reading);
      if (success) onAdded(reading.user, message || `${reading.user} was added`);
      else form.refuse(unauthorized ? texts.unauthorized : message);
    });
  };
  const errorOf = (field: 'username' | 'email') => {
    if (refusal?.field === field) return <ServerFault text={refusal.text} />;
    return fault?.field === field ? fault.fault : undefined;
  };
  return (
    <form
      className="panel"
      aria-label="Add User"
      onSubmit={submit}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <header>
        <h2>Add User</h2>
      </header>
      <div className="body">
        <AdUserPicker {...{ form, ownEntity, adUsers, entities }} />
        <div className="columns">
          <Select
            label="Entity"
            options={entities}
            value={entry.entity}
            onChange={(entity) => form.edit({ entity })}
            placeholder="Entity"
          />
          <TextField
            label="Username"
            value={entry.username}
            onChange={(username) => form.edit({ username })}
            error={errorOf('username')}
            autoFocus
          />
          <TextField
            label="Email"
            value={entry.email}
            onChange={(email) => form.edit({ email })}
            error={form.isEmailLeft || refusal ? errorOf('email') : undefined}
            onBlur={form.leaveEmail}
            {...(entry.isAd && entry.adEmail ? { note: 'Taken from the directory.' } : {})}
          />
        </div>
        <div className="row">
          <Button
            type="submit"
            kind="primary"
            isBusy={isBusy}
            disabledReason={isBusy ? 'Adding the user' : (refusal?.text ?? form.adFault ?? fault?.fault)}
          >
            SUBMIT
          </Button>
          <Button kind="quiet" onPress={onClose}>
            CANCEL
          </Button>
        </div>
      </div>
    </form>
  );
}

const personIcon = () => 'person' as const;

interface Refusal {
  readonly field: 'username' | 'email';
  readonly text: string;
}

type AddForm = ReturnType<typeof useAddForm>;

/** `entity`: the one until another is chosen. */
function useAddForm(entity: string) {
  const [entered, setEntry] = useState<AddUserEntry>({
    isAd: false,
    adUser: '',
    adEmail: undefined,
    entity: '',
    username: '',
    email: '',
  });
  const [refusal, setRefusal] = useState<Refusal>();
  const [adFault, setAdFault] = useState<string>();
  const [isEmailLeft, setEmailLeft] = useState(false);
  const call = useOwnCalls();
  const asked = useRef('');
  const edit = (part: Partial<AddUserEntry>) => {
    setRefusal(undefined);
    setEntry((before) => ({ ...before, ...part }));
  };
  const tick = (isAd: boolean) => {
    asked.current = '';
    setAdFault(undefined);
    edit({ isAd, adUser: '', adEmail: undefined });
  };
  const choose = (adUser: string, entities: readonly string[]) => {
    asked.current = adUser;
    setAdFault(undefined);
    edit({ ...fromDirectory(adUser, entities), adEmail: undefined });
    const fill = async () => {
      const { email = '', isDisabled, message } = await call(getAdUser, { associatedAdUser: adUser });
      if (asked.current !== adUser) return;
      setAdFault(message ?? (isDisabled ? 'The directory has disabled this user' : undefined));
      edit({ adEmail: email, email });
    };
    fill().catch((error: unknown) => showAlert(errorText(error)));
  };
  return {
    entry: { ...entered, entity: entered.entity || entity },
    refusal,
    adFault,
    isEmailLeft,
    edit,
    tick,
    choose,
    leaveEmail: () => setEmailLeft(true),
    refuse: (text: string) => setRefusal({ field: placeOfRefusal(text), text }),
  };
}

interface AdUserPickerProps {
  readonly form: AddForm;
  readonly adUsers: readonly string[];
  readonly entities: readonly string[];
  readonly ownEntity: string;
}

/** Whom the account belongs to in the directory; choosing one fills in the rest (spec 2, Add User). */
function AdUserPicker({ form, adUsers, entities, ownEntity }: AdUserPickerProps) {
  const { isAd, adUser } = form.entry;
  const textOf = useCallback((name: string) => ownName(name, ownEntity), [ownEntity]);
  return (
    <div className="row" data-gap="l" data-align="end">
      <Checkbox label="User Is Defined in Active Directory" isSelected={isAd} onChange={form.tick} />
      {isAd ? (
        <div className="fixed">
          <LongPicker
            label="AD User"
            options={adUsers}
            most={limits.principalOptions}
            chosen={adUser}
            onChoose={(name) => name !== adUser && form.choose(name, entities)}
            textOf={textOf}
            iconOf={personIcon}
            placeholder="Type to filter"
            emptyText={adUsers.length === 0 ? 'No directory is connected' : 'No directory user matches'}
          />
        </div>
      ) : null}
      {form.adFault === undefined ? null : <span className="quiet">{form.adFault}</span>}
    </div>
  );
}
