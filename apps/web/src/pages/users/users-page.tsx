import '#pages/admin/admin.css';
import type { SessionUser } from '@sheetwire/contract/accounts';
import { texts } from '@sheetwire/contract/errors';
import { defaultEntity } from '@sheetwire/rules/principal';
import { useMemo, useRef, useState } from 'react';
import { useUsers, useUsersState } from '#features/manage-users/use-users.ts';
import type { UserItem, UsersModel } from '#features/manage-users/users-model.ts';
import { ownName } from '#features/principal-picker/own-name.ts';
import { RefusedPage, SuperHead, SuperPage } from '#features/super-admin/super-page.tsx';
import { Button } from '#ui/button.tsx';
import { ChoiceList } from '#ui/long/choice-list.tsx';
import { Banner, Notice, WaitingLine } from '#ui/message.tsx';
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
  const { isRefused, lost } = useUsersState(model);
  const [isAdding, setAdding] = useState(false);
  const [done, setDone] = useState('');
  const opener = useRef<HTMLButtonElement>(null);
  const ownEntity = defaultEntity(user.user) ?? '';
  if (isRefused) return <RefusedPage title={title} refusal={texts.usersRefused} />;
  const close = () => {
    opener.current?.focus();
    setAdding(false);
  };
  const added = (name: string, message: string) => {
    close();
    setDone(message);
    model.added(name);
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
          Add User
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
      {isAdding ? <AddUserForm {...{ model, ownEntity }} onAdded={added} onClose={close} /> : null}
      <Desk {...{ model, ownEntity }} onDone={setDone} onDeleted={deleted} />
    </main>
  );
}

interface DeskProps {
  readonly model: UsersModel;
  readonly ownEntity: string;
  readonly onDone: (message: string) => void;
  /** What was selected is gone, and the focus with it. */
  readonly onDeleted: (message: string) => void;
}

/** Waits, fails, or shows the list and who is selected in it. */
function Desk({ model, ownEntity, onDone, onDeleted }: DeskProps) {
  const { isKnown, failure, users, selected } = useUsersState(model);
  const items = useMemo(() => users.map((user) => itemOf(user, ownEntity)), [users, ownEntity]);
  if (!isKnown) return failure === '' ? <WaitingLine text="Loading..." /> : <Failed {...{ model, failure }} />;
  const select = (name: string) => {
    onDone('');
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
        <div className="panel">
          <Notice icon="person">
            <p>Select a user to see their email and to change it.</p>
          </Notice>
        </div>
      ) : (
        <UserPanel key={selected} {...{ model, ownEntity, onDone, onDeleted }} name={selected} />
      )}
    </div>
  );
}

function itemOf({ name, isDisabled, isSuperAdmin }: UserItem, ownEntity: string) {
  const note = isDisabled ? 'disabled' : isSuperAdmin ? 'super admin' : undefined;
  return {
    id: name,
    text: ownName(name, ownEntity),
    icon: isSuperAdmin ? ('key' as const) : ('person' as const),
    ...(note === undefined ? {} : { note }),
  };
}

function Failed({ model, failure }: { model: UsersModel; failure: string }) {
  return (
    <Banner tone="red" icon="alert" isAlert action={<Button onPress={() => model.refresh()}>Try again</Button>}>
      {failure}
    </Banner>
  );
}
