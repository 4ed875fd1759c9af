import { Icon } from '#ui/icon.tsx';

interface FilterFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Arrow down: on into the list. */
  readonly onDown?: () => void;
}

/** What a long list is narrowed by as one types. */
export function FilterField({ value, onChange, onDown }: FilterFieldProps) {
  return (
    <div className="filter">
      <div className="input">
        <Icon name="search" />
        <input
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
      </div>
    </div>
  );
}
