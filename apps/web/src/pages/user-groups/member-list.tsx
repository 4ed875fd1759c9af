import { type FocusEvent, useRef } from 'react';
import { ownName } from '#features/principal-picker/own-name.ts';
import { principalIcon } from '#features/principal-picker/principal-icon.ts';
import type { GroupsModel } from '#features/user-groups/groups-model.ts';
import type { MembersSaver } from '#features/user-groups/members-saver.ts';
import { useSelectedMember } from '#features/user-groups/use-groups.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { useWindow } from '#ui/long/use-window.ts';

interface MemberListProps {
  readonly model: GroupsModel;
  readonly saver: MembersSaver;
  readonly members: readonly string[];
  readonly ownEntity: string;
  readonly isReadOnly: boolean;
}

/** The direct members; one that is selected shows its own users beside. Thousands draw as fast as ten. */
export function MemberList({ model, saver, members, ownEntity, isReadOnly }: MemberListProps) {
  const selected = useSelectedMember(model);
  const heading = useRef<HTMLHeadingElement>(null);
  const { ref, onScroll, style, from, to } = useWindow<HTMLUListElement>(members.length);
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (selected !== '' && !currentTarget.contains(relatedTarget)) model.choice.leave();
  };
  const remove = (member: string) => {
    heading.current?.focus();
    if (member === selected) model.choice.clear();
    saver.remove(member);
  };
  return (
    <>
      <div className="tools row">
        <h3 ref={heading} tabIndex={-1}>
          Members
        </h3>
        <span className="quiet" role="status">
          {members.length.toLocaleString('en-US')}
        </span>
      </div>
      {members.length === 0 ? (
        <p className="list-head none">No members yet</p>
      ) : (
        <ul ref={ref} className="people windowed" aria-label="Members" {...{ style, onScroll }} onBlur={leave}>
          {members.slice(from, to).map((name, n) => (
            <li
              key={name}
              data-row
              data-selected={name === selected || undefined}
              aria-setsize={members.length}
              aria-posinset={from + n + 1}
            >
              <button
                type="button"
                className="person"
                aria-pressed={name === selected}
                title={name}
                onClick={() => model.choice.select(name)}
              >
                <Icon name={principalIcon(name)} />
                <span className="name">{ownName(name, ownEntity)}</span>
              </button>
              {isReadOnly ? null : (
                <Button
                  kind="quiet"
                  size="small"
                  aria-label={`Remove ${ownName(name, ownEntity)}`}
                  onPress={() => remove(name)}
                >
                  Remove
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
