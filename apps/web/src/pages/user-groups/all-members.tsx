import { throughWords } from '#features/admin/through.ts';
import { countWords } from '#features/people/count-words.ts';
import { PeopleList, Way } from '#features/people/people-list.tsx';
import { ownName } from '#features/principal-picker/own-name.ts';
import type { GroupsModel } from '#features/user-groups/groups-model.ts';
import { useGroupsState, useSelectedMember } from '#features/user-groups/use-groups.ts';
import { WaitingLine } from '#ui/message.tsx';

interface AllMembersProps {
  readonly model: GroupsModel;
  readonly group: string;
  readonly ownEntity: string;
}

const nobody: ReadonlySet<string> = new Set();

/** Every single user of the group or of its selected member, through however many groups (spec 2). */
export function AllMembers({ model, group, ownEntity }: AllMembersProps) {
  const { users } = useGroupsState(model);
  const member = useSelectedMember(model);
  const known = users?.of === (member || group) ? users : undefined;
  const title = member === '' ? 'All members' : `Members of ${ownName(member, ownEntity)}`;
  const nameOf = (name: string) => ownName(name, ownEntity);
  return (
    <div>
      <div className="tools row">
        <h3>{title}</h3>
        <span className="quiet">{known ? countWords(known.names.length, 'user') : ''}</span>
      </div>
      {known ? (
        <PeopleList
          key={title}
          label={title}
          names={known.names}
          starred={nobody}
          ownEntity={ownEntity}
          endOf={(user) => <Way words={throughWords(user, known.direct, known.through, nameOf)} />}
          emptyText="No users"
        />
      ) : (
        <div className="tools">
          <WaitingLine text="Loading..." />
        </div>
      )}
    </div>
  );
}
