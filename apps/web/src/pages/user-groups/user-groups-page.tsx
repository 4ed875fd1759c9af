import '#ui/desk.css';
import './user-groups.css';
import type { SessionUser } from '@sheetwire/contract/accounts';
import { texts } from '@sheetwire/contract/errors';
import { defaultEntity } from '@sheetwire/rules/principal';
import { useMemo } from 'react';
import { ownName } from '#features/principal-picker/own-name.ts';
import {
  ListDesk,
  ListPageHead,
  type ListPageState,
  NothingSelected,
  useListPage,
} from '#features/super-admin/list-page.tsx';
import { RefusedPage, SuperPage } from '#features/super-admin/super-page.tsx';
import type { GroupsModel } from '#features/user-groups/groups-model.ts';
import { useGroups, useGroupsState } from '#features/user-groups/use-groups.ts';
import { type ChoiceItem, ChoiceList } from '#ui/long/choice-list.tsx';
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
  const { isRefused, isKnown, failure, lost } = useGroupsState(model);
  const page = useListPage();
  const ownEntity = defaultEntity(user.user) ?? '';
  if (isRefused) return <RefusedPage title={title} refusal={texts.userGroupsRefused} />;
  const added = (group: string, isShown: boolean) => {
    page.say(`${group} was created`);
    if (!isShown) return model.refresh();
    page.close();
    model.added(group);
  };
  return (
    <main id="main" className="page">
      <ListPageHead title={title} addLabel="Create Group" {...{ page, lost }} />
      {page.isAdding ? <CreateGroupForm {...{ model, ownEntity }} onAdded={added} onClose={page.close} /> : null}
      <ListDesk {...{ isKnown, failure }} onRetry={() => model.refresh()}>
        {() => <Desk {...{ model, ownEntity, page }} />}
      </ListDesk>
    </main>
  );
}

interface DeskProps {
  readonly model: GroupsModel;
  readonly ownEntity: string;
  readonly page: ListPageState;
}

/** The list and the group that is selected in it. */
function Desk({ model, ownEntity, page }: DeskProps) {
  const { groups, directoryGroups, selected } = useGroupsState(model);
  const items = useMemo(
    () => groups.map((group) => itemOf(group, directoryGroups.has(group), ownEntity)),
    [groups, directoryGroups, ownEntity],
  );
  const select = (group: string) => {
    page.say('');
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
        <GroupPanel key={selected.group} {...{ model, ownEntity }} onDeleted={page.deleted} saver={selected} />
      ) : (
        <NothingSelected icon="people">Select a group to see or change its members.</NothingSelected>
      )}
    </div>
  );
}

function itemOf(group: string, isDirectory: boolean, ownEntity: string): ChoiceItem {
  const name = { id: group, text: ownName(group, ownEntity) };
  return isDirectory ? { ...name, icon: 'directory', note: 'directory' } : { ...name, icon: 'people' };
}
