import { removeUserGroup } from '@sheetwire/contract/usergroups';
import { useMemo, useRef, useState } from 'react';
import { showAlert } from '#features/alerts/alerts.ts';
import { isFocusFree } from '#features/asked/is-focus-free.ts';
import { unansweredWords } from '#features/asked/unanswered.ts';
import { useOwnCalls } from '#features/asked/use-asked.ts';
import { useDeed } from '#features/asked/use-deed.ts';
import { useShown } from '#features/asked/use-shown.ts';
import { ownName } from '#features/principal-picker/own-name.ts';
import { PrincipalPicker } from '#features/principal-picker/principal-picker.tsx';
import { addable } from '#features/user-groups/create-group.ts';
import type { GroupsModel } from '#features/user-groups/groups-model.ts';
import type { MembersSaver } from '#features/user-groups/members-saver.ts';
import { useGroupsState, useMembers } from '#features/user-groups/use-groups.ts';
import { Button } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { Banner, Chip, WaitingLine } from '#ui/message.tsx';
import { AllMembers } from './all-members.tsx';
import { MemberList } from './member-list.tsx';

interface GroupPanelProps {
  readonly model: GroupsModel;
  readonly saver: MembersSaver;
  readonly ownEntity: string;
  /** It is gone, and the focus with it where that was here. */
  readonly onDeleted: (message: string, hadFocus: boolean) => void;
}

/** The members of a group, to add and to remove, and every single user in it (spec 2, Manage User Groups). */
export function GroupPanel({ model, saver, ownEntity, onDeleted }: GroupPanelProps) {
  const { isKnown, isDirectory, fault, members, unanswered } = useMembers(saver);
  const [error, setError] = useState('');
  const name = ownName(saver.group, ownEntity);
  const shown = error || fault;
  const panel = useRef<HTMLElement>(null);
  const deleted = (message: string, isShown: boolean) => onDeleted(message, isShown && isFocusFree(panel.current));
  return (
    <section ref={panel} className="panel" aria-label={name}>
      <header>
        <h2 className="big">{name}</h2>
        {isDirectory ? (
          <Chip icon="directory">Managed in the directory</Chip>
        ) : (
          <>
            <span className="grow" />
            <DeleteGroup model={model} onDeleted={deleted} group={saver.group} onError={setError} />
          </>
        )}
      </header>
      {shown === '' ? null : (
        <div className="notes">
          <Banner tone="red" icon="alert" isAlert>
            {shown}
          </Banner>
        </div>
      )}
      {unanswered.length === 0 ? null : <Unanswered onAgain={() => saver.again()} />}
      <div className="halves">
        <div>
          {isDirectory ? null : <AddMember {...{ model, saver, ownEntity }} />}
          {isKnown ? (
            <MemberList {...{ model, saver, members, ownEntity }} isReadOnly={isDirectory} />
          ) : (
            <div className="tools">
              <WaitingLine text="Loading..." />
            </div>
          )}
        </div>
        <AllMembers {...{ model, ownEntity }} group={saver.group} />
      </div>
    </section>
  );
}

function Unanswered({ onAgain }: { onAgain: () => void }) {
  const again = (
    <Button size="small" onPress={onAgain}>
      Try again
    </Button>
  );
  return (
    <div className="notes">
      <Banner tone="red" icon="alert" isAlert action={again}>
        {unansweredWords}
      </Banner>
    </div>
  );
}

function AddMember({ model, saver, ownEntity }: Omit<GroupPanelProps, 'onDeleted'>) {
  const { principals } = useGroupsState(model);
  const { members, isKnown } = useMembers(saver);
  const [chosen, setChosen] = useState('');
  const toAdd = members.includes(chosen) ? '' : chosen;
  const add = () => {
    saver.add(toAdd);
    setChosen('');
  };
  const others = useMemo(() => addable(principals, saver.group, members), [principals, saver.group, members]);
  const reason = toAdd === '' ? 'Choose a user or group first' : undefined;
  return (
    <div className="tools row" data-wrap="no" data-align="end">
      <div className="grow">
        <PrincipalPicker
          label="Add a member"
          principals={others}
          chosen={toAdd}
          onChoose={(name) => setChosen(name === toAdd ? '' : name)}
          ownEntity={ownEntity}
        />
      </div>
      <Button kind="primary" disabledReason={isKnown ? reason : 'Loading'} onPress={add}>
        Add
      </Button>
    </div>
  );
}

interface DeleteGroupProps {
  readonly model: GroupsModel;
  readonly group: string;
  readonly onDeleted: (message: string, isShown: boolean) => void;
  readonly onError: (message: string) => void;
}

/** With its rights: a group that is made anew has none (safety 3). */
function DeleteGroup({ model, group, onDeleted, onError }: DeleteGroupProps) {
  const call = useOwnCalls();
  const { isBusy, run } = useDeed(`Delete ${group}`);
  const isShown = useShown();
  const remove = async () => {
    const { unauthorized, message = '' } = await call(removeUserGroup, { group });
    if (unauthorized) showAlert(`Cannot remove ${group}`);
    if (message && !isShown.current) showAlert(`${group}: ${message}`);
    else onError(message);
    const isDone = !(unauthorized || message);
    if (isDone) onDeleted(`${group} was deleted, along with its rights`, isShown.current);
    return isDone;
  };
  return (
    <Confirm
      yes="Delete"
      isBusy={isBusy}
      disabledReason={isBusy ? 'Deleting' : undefined}
      onConfirm={() => run(() => model.remove(group, remove))}
    >
      Delete
    </Confirm>
  );
}
