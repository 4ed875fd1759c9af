import { createUserGroup } from '@sheetwire/contract/usergroups';
import { cleanUpper } from '@sheetwire/rules/name';
import { type FormEvent, useState } from 'react';
import { showAlert } from '#features/alerts/alerts.ts';
import { useOwnCalls } from '#features/asked/use-asked.ts';
import { useDeed } from '#features/asked/use-deed.ts';
import { useShown } from '#features/asked/use-shown.ts';
import { onEscape } from '#features/super-admin/on-escape.ts';
import { savedAs } from '#features/super-admin/saved-as.ts';
import { readCreateGroup } from '#features/user-groups/create-group.ts';
import type { GroupsModel } from '#features/user-groups/groups-model.ts';
import { useGroupsState } from '#features/user-groups/use-groups.ts';
import { Button } from '#ui/button.tsx';
import { Banner } from '#ui/message.tsx';
import { Select } from '#ui/select.tsx';
import { TextField } from '#ui/text-field.tsx';

interface CreateGroupFormProps {
  readonly model: GroupsModel;
  readonly ownEntity: string;
  /** Not `isShown`: the form was closed meanwhile, and may be open again for another group. */
  readonly onAdded: (group: string, isShown: boolean) => void;
  readonly onClose: () => void;
}

/** Makes an empty group (spec 2 and 5, Create user group; spec 8, Group create). */
export function CreateGroupForm({ model, ownEntity, onAdded, onClose }: CreateGroupFormProps) {
  const { groups, entities } = useGroupsState(model);
  const call = useOwnCalls();
  const [chosen, setEntity] = useState('');
  const entity = chosen || (entities.includes(ownEntity) ? ownEntity : (entities[0] ?? ''));
  const [name, setName] = useState('');
  const [error, setError] = useState('');
  const isShown = useShown();
  const reading = readCreateGroup(entity, name, { groups, entities });
  const { isBusy, run } = useDeed(`Create ${'group' in reading ? reading.group : 'Group'}`);
  // While it is being created the list may have it already.
  const fault = 'fault' in reading && !isBusy ? reading : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!('group' in reading)) return;
    const { group } = reading;
    run(async () => {
      const { unauthorized, message = '' } = await call(createUserGroup, { group });
      if (unauthorized) showAlert(`Cannot create ${group}`);
      if (message && !isShown.current) showAlert(`${group}: ${message}`);
      else setError(message);
      if (!unauthorized && message === '') onAdded(group, isShown.current);
    });
  };
  return (
    <form className="panel" aria-label="Create Group" onSubmit={submit} onKeyDown={onEscape(onClose)}>
      <header>
        <h2>Create Group</h2>
      </header>
      <div className="body">
        <div className="columns">
          <Select label="Entity" options={entities} value={entity} onChange={setEntity} placeholder="Entity" />
          <TextField
            label="Name"
            value={name}
            onChange={(text) => {
              setError('');
              setName(text);
            }}
            note={savedAs(name, cleanUpper)}
            error={fault?.field === 'name' ? fault.fault : undefined}
            autoFocus
          />
        </div>
        {error === '' ? null : (
          <Banner tone="red" icon="alert" isAlert>
            {error}
          </Banner>
        )}
        <div className="row">
          <Button
            type="submit"
            kind="primary"
            isBusy={isBusy}
            disabledReason={isBusy ? 'Creating the group' : fault?.fault}
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
