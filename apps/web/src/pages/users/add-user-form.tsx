import { texts } from '@sheetwire/contract/errors';
import { createUser } from '@sheetwire/contract/users';
import { cleanLower } from '@sheetwire/rules/name';
import { type FormEvent, useMemo } from 'react';
import { showAlert } from '#features/alerts/alerts.ts';
import { useOwnCalls } from '#features/asked/use-asked.ts';
import { useDeed } from '#features/asked/use-deed.ts';
import { useShown } from '#features/asked/use-shown.ts';
import { type AddUserReading, readAddUser } from '#features/manage-users/add-user.ts';
import { type AddForm, useAddForm } from '#features/manage-users/use-add-form.ts';
import { useUsersState } from '#features/manage-users/use-users.ts';
import type { UsersModel } from '#features/manage-users/users-model.ts';
import { onEscape } from '#features/super-admin/on-escape.ts';
import { savedAs } from '#features/super-admin/saved-as.ts';
import { afterPress } from '#lib/after-press.ts';
import { Button } from '#ui/button.tsx';
import { Select } from '#ui/select.tsx';
import { TextField } from '#ui/text-field.tsx';
import { AdUserPicker } from './ad-user-picker.tsx';
import { ServerFault } from './server-fault.tsx';

interface AddUserFormProps {
  readonly model: UsersModel;
  readonly ownEntity: string;
  /** Not `isShown`: the form was closed meanwhile, and may be open again for somebody else. */
  readonly onAdded: (name: string, message: string, isShown: boolean) => void;
  readonly onClose: () => void;
}

/** 'Add User' (spec 2, 5 and 8): a refusal stands under ERROR! at what it is about, until that is edited. */
export function AddUserForm({ model, ownEntity, onAdded, onClose }: AddUserFormProps) {
  const { users, adUsers, entities, isKnown } = useUsersState(model);
  const call = useOwnCalls();
  const form = useAddForm(entities.includes(ownEntity) ? ownEntity : (entities[0] ?? ''));
  const { entry, refusal } = form;
  const known = useMemo(
    () => ({ names: new Set(users.map(({ name }) => name)), adUsers: new Set(adUsers), entities }),
    [users, adUsers, entities],
  );
  const reading = readAddUser(entry, known);
  const { isBusy, run } = useDeed(`Add ${'user' in reading ? reading.user : 'User'}`);
  // While it is being added the list may have it already.
  const fault = 'fault' in reading && !isBusy ? reading : undefined;
  const isShown = useShown();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!('user' in reading) || refusal || form.adFault) return;
    run(async () => {
      const { success, message = '', unauthorized } = await call(createUser, reading);
      const refusal = unauthorized ? texts.unauthorized : message;
      if (success) onAdded(reading.user, message || `${reading.user} was added`, isShown.current);
      else if (isShown.current) form.refuse(refusal);
      else showAlert(`Add ${reading.user}: ${refusal}`);
    });
  };
  return (
    <form className="panel" aria-label="Add User" onSubmit={submit} onKeyDown={onEscape(onClose)}>
      <header>
        <h2>Add User</h2>
      </header>
      <div className="body">
        <AdUserPicker {...{ form, ownEntity, adUsers, isKnown, entities }} />
        <UserFields {...{ form, fault, entities }} />
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

interface UserFieldsProps {
  readonly form: AddForm;
  readonly fault: Extract<AddUserReading, { readonly fault: string }> | undefined;
  readonly entities: readonly string[];
}

function UserFields({ form, fault, entities }: UserFieldsProps) {
  const { entry, refusal } = form;
  const errorOf = (field: 'username' | 'email') => {
    if (refusal?.field === field) return <ServerFault text={refusal.text} />;
    return fault?.field === field ? fault.fault : undefined;
  };
  return (
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
        note={savedAs(entry.username, cleanLower)}
        error={errorOf('username')}
        autoFocus
      />
      <TextField
        label="Email"
        value={entry.email}
        onChange={(email) => form.edit({ email })}
        error={form.isEmailLeft || refusal ? errorOf('email') : undefined}
        onBlur={() => afterPress(form.leaveEmail)}
        {...(entry.isAd && entry.adEmail ? { note: 'Taken from the directory.' } : {})}
      />
    </div>
  );
}
