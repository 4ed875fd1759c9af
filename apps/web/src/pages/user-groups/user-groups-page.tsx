import '#pages/admin/admin.css';
import './user-groups.css';
import type { SessionUser } from '@sheetwire/contract/accounts';
import { texts } from '@sheetwire/contract/errors';
import { defaultEntity } from '@sheetwire/rules/principal';
import { useMemo, useRef, useState } from 'react';
import { ownName } from '#features/principal-picker/own-name.ts';
import { RefusedPage, SuperHead, SuperPage } from '#features/super-admin/super-page.tsx';
import type { GroupsModel } from '#features/user-groups/groups-model.ts';
import { useGroups, useGroupsState } from '#features/user-groups/use-groups.ts';
import { Button } from '#ui/button.tsx';
import { ChoiceList } from '#ui/long/choice-list.tsx';
import { Banner, Notice, WaitingLine } from '#ui/message.tsx';
import { CreateGroupForm } from './create-group-form.tsx';
import { GroupPanel } from './group-panel.tsx';

const title = 'Manage User Groups';

/** Groups of users that rights are granted to (spec 2, Manage User Groups). */
export function UserGroupsPage() {
  return (
    <SuperPage title={title} refusal={texts.userGroupsRefused}>
      {(user) => <UserGroups key={user.user} user={user} />}
    </SuperPage>
  );
}

function UserGroups({ user }: { user: SessionUser }) {
  const model = useGroups();
  const { isRefused, lost } = useGroupsState(model);
  const [isAdding, setAdding] = useState(false);
  const [done, setDone] = useState('');
  const opener = useRef<HTMLButtonElement>(null);
  const ownEntity = defaultEntity(user.user) ?? '';
  if (isRefused) return <RefusedPage title={title} refusal={texts.userGroupsRefused} />;
  const close = () => {
    opener.current?.focus();
    setAdding(false);
  };
  const added = (group: string) => {
    close();
    setDone(`${group} was created`);
    model.added(group);
  };
  const deleted = (message: string) => {
    opener.current?.focus();
    setDone(message);
  };
  return (
    <main id="main" className="page">
      <SuperHead title={title}>
        <Button
          ref={opener}
          icon="plus"
          aria-expanded={isAdding}
          onPress={() => {
            setDone('');
            setAdding(!isAdding);
          }}
        >
          Create Group
        </Button>
      </SuperHead>
      {lost === '' ? null : (
        <Banner tone="blue" isAlert>
          {lost} was deleted.
        </Banner>
      )}
      {done === '' ? null : (
        <Banner tone="green" icon="check" isAlert>
          {done}
        </Banner>
      )}
      {isAdding ? <CreateGroupForm {...{ model, ownEntity }} onAdded={added} onClose={close} /> : null}
      <Desk {...{ model, ownEntity }} onDone={setDone} onDeleted={deleted} />
    </main>
  );
}

interface DeskProps {
  readonly model: GroupsModel;
  readonly ownEntity: string;
  readonly onDone: (message: string) => void;
  /** What was selected is gone, and the focus with it. */
  readonly onDeleted: (message: string) => void;
}

/** Waits, fails, or shows the list and the group that is selected in it. */
function Desk({ model, ownEntity, onDone, onDeleted }: DeskProps) {
  const { isKnown, failure, groups, directoryGroups, selected } = useGroupsState(model);
  const items = useMemo(
    () =>
      groups.map((group) => ({
        id: group,
        text: ownName(group, ownEntity),
        ...(directoryGroups.has(group)
          ? { icon: 'directory' as const, note: 'directory' }
          : { icon: 'people' as const }),
      })),
    [groups, directoryGroups, ownEntity],
  );
  if (!isKnown) return failure === '' ? <WaitingLine text="Loading..." /> : <Failed {...{ model, failure }} />;
  const select = (group: string) => {
    onDone('');
    model.select(group);
  };
  return (
    <div className="split">
      <ChoiceList
        label="User Groups"
        items={items}
        selected={selected?.group ?? ''}
        onSelect={select}
        emptyText="No groups yet"
        noMatchText="No group matches"
      />
      {selected ? (
        <GroupPanel key={selected.group} {...{ model, ownEntity, onDeleted }} saver={selected} />
      ) : (
        <div className="panel">
          <Notice icon="people">
            <p>Select a group to see and to change its members.</p>
          </Notice>
        </div>
      )}
    </div>
  );
}

function Failed({ model, failure }: { model: GroupsModel; failure: string }) {
  return (
    <Banner tone="red" icon="alert" isAlert action={<Button onPress={() => model.refresh()}>Try again</Button>}>
      {failure}
    </Banner>
  );
}
