import type { AdminModel } from '#features/admin/admin-model.ts';
import type { Selected } from '#features/admin/admin-state.ts';
import { isUnlisted } from '#features/admin/foreign.ts';
import { throughWords } from '#features/admin/through.ts';
import { useAdminState, useChoice, useRights } from '#features/admin/use-admin.ts';
import { useThrough } from '#features/admin/use-through.ts';
import { countWords } from '#features/people/count-words.ts';
import { PeopleList, Star, Way } from '#features/people/people-list.tsx';
import { ownName } from '#features/principal-picker/own-name.ts';
import { WaitingLine } from '#ui/message.tsx';
import { tabWords } from './words.ts';

interface MembersPanelProps {
  readonly model: AdminModel;
  readonly selected: Selected;
  readonly ownEntity: string;
}

/** Every single user: of the selected principal, or of all who hold the right (spec 2, Admin). */
export function MembersPanel({ model, selected, ownEntity }: MembersPanelProps) {
  const { membersOf, principals } = useAdminState(model);
  const { tab, row, toAdd } = useChoice(model);
  const principal = row || toAdd;
  const of = membersOf?.principal === principal ? membersOf.users : undefined;
  const users = principal === '' ? selected.members?.[tab] : of;
  const title = principal === '' ? tabWords[tab].all : `Members of ${ownName(principal, ownEntity)}`;
  const isHidden = isUnlisted(principal, principals);
  const through = useThrough(selected, tab);
  const list = new Set(useRights(selected).perms[tab]);
  const nameOf = (name: string) => ownName(name, ownEntity);
  const wayOf = (user: string) => <Way words={throughWords(user, list, through, nameOf)} />;
  const starred = new Set(tab === 'viewers' ? selected.members?.interactors : []);
  return (
    <div>
      <div className="tools row">
        <h3>{title}</h3>
        <span className="quiet">{users && !isHidden ? countWords(users.length, 'user') : ''}</span>
        <span className="grow" />
        {starred.size > 0 ? (
          <span className="quiet row">
            <Star />
            <span aria-hidden="true">Can Interact</span>
          </span>
        ) : null}
      </div>
      {users ? (
        <PeopleList
          key={title}
          label={title}
          names={users}
          {...{ ownEntity, starred, ...(principal === '' ? { endOf: wayOf } : {}) }}
          emptyText={isHidden ? 'Members of other entities are not shown' : 'No users'}
        />
      ) : (
        <div className="tools">
          <WaitingLine text="Loading..." />
        </div>
      )}
    </div>
  );
}
