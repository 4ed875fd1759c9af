import { useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';

interface FilterFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Arrow down: on into the list. */
  readonly onDown?: () => void;
}

/** What a long list is narrowed by as one types. */
export function FilterField({ value, onChange, onDown }: FilterFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const empty = () => {
    onChange('');
    input.current?.focus();
  };
  return (
    <div className="filter">
      <div className="input">
        <Icon name="search" />
        <input
          ref={input}
          type="search"
          aria-label="Filter"
          placeholder="Filter"
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (onDown === undefined || event.key !== 'ArrowDown') return;
            event.preventDefault();
            onDown();
          }}
        />
        {value === '' ? null : (
          <Button kind="quiet" size="small" icon="close" tabIndex={-1} aria-label="Clear the filter" onPress={empty} />
        )}
      </div>
    </div>
  );
}
