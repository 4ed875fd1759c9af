import { limits } from '@sheetwire/contract/limits';
import { useCallback } from 'react';
import { LongPicker } from '#ui/long/long-picker.tsx';
import { ownName } from './own-name.ts';
import { principalIcon } from './principal-icon.ts';

interface PrincipalPickerProps {
  readonly label: string;
  readonly principals: readonly string[];
  /** '' when none is chosen. */
  readonly chosen: string;
  /** Called with the chosen one again when it is selected again. */
  readonly onChoose: (principal: string) => void;
  readonly ownEntity: string;
  /** What the list holds: users and groups by default. */
  readonly kind?: 'User' | 'User or group';
}

/** A user or a group out of thousands, found by typing (spec 9, Principal dropdown). */
export function PrincipalPicker({
  label,
  principals,
  chosen,
  onChoose,
  ownEntity,
  kind = 'User or group',
}: PrincipalPickerProps) {
  const textOf = useCallback((name: string) => ownName(name, ownEntity), [ownEntity]);
  return (
    <LongPicker
      label={label}
      options={principals}
      most={limits.principalOptions}
      chosen={chosen}
      onChoose={onChoose}
      textOf={textOf}
      iconOf={principalIcon}
      placeholder={kind}
      emptyText={`No ${kind.toLowerCase()} matches`}
    />
  );
}
