import '#ui/desk.css';
import type { SessionUser } from '@sheetwire/contract/accounts';
import { texts } from '@sheetwire/contract/errors';
import { defaultEntity } from '@sheetwire/rules/principal';
import { useMemo } from 'react';
import { useUsers, useUsersState } from '#features/manage-users/use-users.ts';
import type { UserItem, UsersModel } from '#features/manage-users/users-model.ts';
import { ownName } from '#features/principal-picker/own-name.ts';
import {
  ListDesk,
  ListPageHead,
  type ListPageState,
  NothingSelected,
  useListPage,
} from '#features/super-admin/list-page.tsx';
import { RefusedPage, SuperPage } from '#features/super-admin/super-page.tsx';
import { type ChoiceItem, ChoiceList } from '#ui/long/choice-list.tsx';
import { AddUserForm } from './add-user-form.tsx';
import { UserPanel } from './user-panel.tsx';

const title = 'Manage Users';

/** Who may log in (spec 2, Manage Users). */
export function UsersPage() {
  return (
    <SuperPage title={title} refusal={texts.usersRefused}>
      {(user) => <Users key={user.user} user={user} />}
    </SuperPage>
  );
}

function Users({ user }: { user: SessionUser }) {
  const model = useUsers();
  const { isRefused, isKnown, failure, lost } = useUsersState(model);
  const page = useListPage();
  const ownEntity = defaultEntity(user.user) ?? '';
  if (isRefused) return <RefusedPage title={title} refusal={texts.usersRefused} />;
  const added = (name: string, message: string, isShown: boolean) => {
    page.say(message);
    if (!isShown) return model.refresh();
    page.close();
    model.added(name);
  };
  return (
    <main id="main" className="page">
      <ListPageHead title={title} addLabel="Add User" {...{ page, lost }} />
      {page.isAdding ? <AddUserForm {...{ model, ownEntity }} onAdded={added} onClose={page.close} /> : null}
      <ListDesk {...{ isKnown, failure }} onRetry={() => model.refresh()}>
        {() => <Desk {...{ model, ownEntity, page }} />}
      </ListDesk>
    </main>
  );
}

interface DeskProps {
  readonly model: UsersModel;
  readonly ownEntity: string;
  readonly page: ListPageState;
}

/** The list and who is selected in it. */
function Desk({ model, ownEntity, page }: DeskProps) {
  const { users, selected } = useUsersState(model);
  const items = useMemo(() => users.map((user) => itemOf(user, ownEntity)), [users, ownEntity]);
  const select = (name: string) => {
    page.say('');
    model.select(name);
  };
  return (
    <div className="split">
      <ChoiceList
        label="Users"
        items={items}
        selected={selected}
        onSelect={select}
        emptyText="No users yet"
        noMatchText="No user matches"
      />
      {selected === '' ? (
        <NothingSelected icon="person">Select a user to see their details.</NothingSelected>
      ) : (
        <UserPanel
          key={selected}
          {...{ model, ownEntity }}
          onDone={page.say}
          onDeleted={page.deleted}
          name={selected}
        />
      )}
    </div>
  );
}

function itemOf({ name, isDisabled, isSuperAdmin }: UserItem, ownEntity: string): ChoiceItem {
  const note = isDisabled ? 'disabled' : isSuperAdmin ? 'super admin' : undefined;
  return {
    id: name,
    text: ownName(name, ownEntity),
    icon: isSuperAdmin ? 'key' : 'person',
    ...(note === undefined ? {} : { note }),
  };
}
