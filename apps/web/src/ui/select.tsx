import { Button } from 'react-aria-components/Button';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select';
import { Icon } from './icon.tsx';

interface SelectProps {
  readonly label: string;
  readonly options: readonly string[];
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder: string;
}

/** A short list to choose one from; long ones use LongPicker. It is disabled until there is something to choose. */
export function Select({ label, options, value, onChange, placeholder }: SelectProps) {
  return (
    <AriaSelect
      className="field"
      isDisabled={options.length === 0}
      value={value === '' ? null : value}
      onChange={(key) => key !== null && onChange(String(key))}
      placeholder={placeholder}
    >
      <Label className="label">{label}</Label>
      <Button className="input">
        <SelectValue className="value">{({ selectedText }) => selectedText ?? placeholder}</SelectValue>
        <Icon name="down" />
      </Button>
      <Popover className="popover" offset={4}>
        <ListBox className="list picker-list" items={options.map((id) => ({ id }))}>
          {({ id }) => (
            <ListBoxItem id={id} textValue={id} className="option">
              <span className="name">{id}</span>
              {id === value ? <Icon name="check" /> : null}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
