import { useMemo } from 'react';
import type { AdminModel } from '#features/admin/admin-model.ts';
import type { Selected } from '#features/admin/admin-state.ts';
import { foreignRefusal, isForeign, offered } from '#features/admin/foreign.ts';
import { granting, interacting, type Perms, revoking } from '#features/admin/perms.ts';
import type { Choice } from '#features/admin/principal-choice.ts';
import { useAdminState, useChoice, useRights } from '#features/admin/use-admin.ts';
import { ChosenPeople } from '#features/people/chosen-people.tsx';
import { ownName } from '#features/principal-picker/own-name.ts';
import { PrincipalPicker } from '#features/principal-picker/principal-picker.tsx';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { WaitingLine } from '#ui/message.tsx';
import { MembersPanel } from './members-panel.tsx';
import { tabWords } from './words.ts';

interface RightsTabProps {
  readonly model: AdminModel;
  readonly selected: Selected;
  readonly ownEntity: string;
  readonly isSuperAdmin: boolean;
  /** Asked before each removal: the last admin stays. */
  readonly mayRemove: (name: string) => boolean;
}

/** One of VIEWERS, PUBLISHERS and ADMINS: who has the right, and who may be given it. */
export function RightsTabPanel({ model, selected, ownEntity, isSuperAdmin, mayRemove }: RightsTabProps) {
  const { principals } = useAdminState(model);
  const { perms, isKnown } = useRights(selected);
  const choice = useChoice(model);
  const { tab, toAdd, row } = choice;
  const words = tabWords[tab];
  const options = useMemo(() => offered(perms, principals, { isSuperAdmin }), [perms, principals, isSuperAdmin]);
  const isOthers = (name: string) => isForeign(name, perms.gropic, { isSuperAdmin });
  const refusal = isOthers(toAdd) ? foreignRefusal(perms, tab, toAdd) : undefined;
  const reason = isKnown ? (refusal ?? whyNot(perms, choice, ownEntity)) : 'Loading';
  const add = () => {
    selected.rights.edit(granting(tab, toAdd, choice.mayInteract));
    model.choice.added(toAdd);
  };
  const remove = (name: string) => {
    if (!mayRemove(name)) return;
    selected.rights.edit(revoking(tab, name));
    model.choice.removed(name);
  };
  return (
    <div className="halves" role="tabpanel" id="admin-rights" aria-label={words.tab}>
      <div>
        <div className="tools row" data-wrap="no" data-align="end">
          <div className="grow">
            <PrincipalPicker
              key={tab}
              label={words.add}
              principals={options}
              chosen={toAdd}
              onChoose={(principal) => model.choice.choose(principal)}
              ownEntity={ownEntity}
            />
          </div>
          <Button kind="primary" disabledReason={reason} onPress={add}>
            Add
          </Button>
        </div>
        {refusal === undefined ? null : <Why text={refusal} />}
        {tab === 'viewers' ? <CanInteract {...{ model, selected, perms, ownEntity, isOthers }} /> : null}
        {perms[tab].some(isOthers) ? <ForeignNote /> : null}
        {isKnown ? (
          <ChosenPeople
            key={tab}
            label={words.list}
            names={perms[tab]}
            starred={new Set(tab === 'viewers' ? perms.interactors : [])}
            selected={row}
            ownEntity={ownEntity}
            emptyText={words.none}
            onSelect={(name) => model.choice.select(name)}
            onLeave={() => model.choice.leave()}
            onRemove={remove}
          />
        ) : (
          <div className="tools">
            <WaitingLine text="Loading..." />
          </div>
        )}
      </div>
      <MembersPanel {...{ model, selected, ownEntity }} />
    </div>
  );
}

function Why({ text }: { text: string }) {
  return (
    <p className="tools why quiet" role="status">
      {text}
    </p>
  );
}

/** Said where a list holds names of other entities, which a super admin put there (semantics 2). */
function ForeignNote() {
  return (
    <p className="tools why quiet">
      A super administrator added names from other entities. You can remove them, but you cannot give them more rights.
    </p>
  );
}

/** Why the chosen principal cannot be added. */
function whyNot(perms: Perms, { tab, toAdd }: Choice, ownEntity: string): string | undefined {
  if (toAdd === '') return 'Choose a user or group first';
  return perms[tab].includes(toAdd) ? `${ownName(toAdd, ownEntity)} is ${tabWords[tab].one} already` : undefined;
}

interface CanInteractProps {
  readonly model: AdminModel;
  readonly selected: Selected;
  readonly perms: Perms;
  readonly ownEntity: string;
  readonly isOthers: (name: string) => boolean;
}

/** Of the selected viewer, or of those added next (spec 2 and 4: toggling it resaves the perms). */
function CanInteract({ model, selected, perms, ownEntity, isOthers }: CanInteractProps) {
  const { row, toAdd, mayInteract } = useChoice(model);
  const of = row !== '' ? row : perms.viewers.includes(toAdd) ? toAdd : '';
  // In few words: a second line would move the list from under the pointer that selects in it.
  const refusal = isOthers(of) && !perms.interactors.includes(of) ? 'only a super administrator can' : undefined;
  const change = (may: boolean) => {
    if (of === '') model.choice.setInteract(may);
    else selected.rights.edit(interacting(of, may));
  };
  return (
    <fieldset
      className="tools row interact"
      aria-label="Interaction"
      onFocus={() => model.choice.hold()}
      onBlur={() => model.choice.leave()}
    >
      <Checkbox
        label="Can Interact"
        isSelected={of === '' ? mayInteract : perms.interactors.includes(of)}
        isDisabled={refusal !== undefined}
        onChange={change}
      />
      <span className="quiet">{refusal ?? (of === '' ? 'for the next viewers you add' : ownName(of, ownEntity))}</span>
    </fieldset>
  );
}
