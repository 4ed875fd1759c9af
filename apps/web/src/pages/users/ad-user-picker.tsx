import { limits } from '@sheetwire/contract/limits';
import { useCallback } from 'react';
import type { AddForm } from '#features/manage-users/use-add-form.ts';
import { ownName } from '#features/principal-picker/own-name.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { Icon } from '#ui/icon.tsx';
import { LongPicker } from '#ui/long/long-picker.tsx';

const personIcon = () => 'person' as const;

interface AdUserPickerProps {
  readonly form: AddForm;
  readonly adUsers: readonly string[];
  /** The lists have come. */
  readonly isKnown: boolean;
  readonly entities: readonly string[];
  readonly ownEntity: string;
}

/** Whom the account belongs to in the directory; choosing one fills in the rest (spec 2, Add User). */
export function AdUserPicker({ form, adUsers, isKnown, entities, ownEntity }: AdUserPickerProps) {
  const { isAd, adUser } = form.entry;
  const textOf = useCallback((name: string) => ownName(name, ownEntity), [ownEntity]);
  return (
    <div className="field">
      <div className="row" data-gap="l" data-align="end">
        <Checkbox label="User Is Defined in Active Directory" isSelected={isAd} onChange={form.tick} />
        {isAd ? (
          <div className="fixed">
            <LongPicker
              label="AD User"
              options={adUsers}
              most={limits.principalOptions}
              chosen={adUser}
              onChoose={(name) => name !== adUser && form.choose(name, entities)}
              textOf={textOf}
              iconOf={personIcon}
              placeholder="Type to filter"
              emptyText={emptyText(adUsers, isKnown)}
            />
          </div>
        ) : null}
      </div>
      {form.adFault === undefined ? null : (
        <p className="error" role="alert">
          <Icon name="alert" />
          {form.adFault}
        </p>
      )}
    </div>
  );
}

function emptyText(adUsers: readonly string[], isKnown: boolean): string {
  if (!isKnown) return 'Loading...';
  return adUsers.length === 0 ? 'No directory is connected' : 'No directory user matches';
}
