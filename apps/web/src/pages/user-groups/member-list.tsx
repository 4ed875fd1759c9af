import { ChosenPeople } from '#features/people/chosen-people.tsx';
import type { GroupsModel } from '#features/user-groups/groups-model.ts';
import type { MembersSaver } from '#features/user-groups/members-saver.ts';
import { useSelectedMember } from '#features/user-groups/use-groups.ts';

interface MemberListProps {
  readonly model: GroupsModel;
  readonly saver: MembersSaver;
  readonly members: readonly string[];
  readonly ownEntity: string;
  readonly isReadOnly: boolean;
}

/** The direct members; one that is selected shows its own users beside. */
export function MemberList({ model, saver, members, ownEntity, isReadOnly }: MemberListProps) {
  const selected = useSelectedMember(model);
  const remove = (member: string) => {
    if (member === selected) model.choice.clear();
    saver.remove(member);
  };
  return (
    <>
      <div className="tools row">
        <h3>Members</h3>
        <span className="quiet" role="status">
          {members.length.toLocaleString('en-US')}
        </span>
      </div>
      <ChosenPeople
        label="Members"
        names={members}
        selected={selected}
        ownEntity={ownEntity}
        emptyText="No members yet"
        onSelect={(name) => model.choice.select(name)}
        onLeave={() => model.choice.leave()}
        {...(isReadOnly ? {} : { onRemove: remove })}
      />
    </>
  );
}
