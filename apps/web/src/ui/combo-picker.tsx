import { useContext, useMemo, useRef, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { ComboBox, ComboBoxStateContext, Input } from 'react-aria-components/ComboBox';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { ListLayout, Virtualizer } from 'react-aria-components/Virtualizer';
import { Icon } from './icon.tsx';

interface ComboPickerProps {
  readonly label: string;
  readonly options: readonly string[];
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder: string;
  /** What an empty list says. */
  readonly emptyText: string;
}

interface Item {
  readonly id: string;
}

/** Row height of the list, as the tokens have it for a mouse and for a finger, and the room around its rows. */
const rowHeight = { fine: 28, coarse: 40 };
const padding = 4;

/**
 * A picker that filters as one types. Its list is filled only while it is open and draws only what shows, since a
 * list of thousands costs its whole collection otherwise (research: UI kit, rule 2).
 */
export function ComboPicker({ label, options, value, onChange, placeholder, emptyText }: ComboPickerProps) {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState<string>();
  const [width, setWidth] = useState<number>();
  const field = useRef<HTMLDivElement>(null);
  const items = useMemo(() => (isOpen ? matching(options, typed) : present(value)), [isOpen, options, typed, value]);
  const rowSize = matchMedia('(pointer: coarse), (max-width: 720px)').matches ? rowHeight.coarse : rowHeight.fine;
  return (
    <ComboBox
      className="field"
      items={items}
      value={value === '' ? null : value}
      onChange={(key) => key !== null && key !== value && onChange(String(key))}
      onInputChange={(text) => setTyped(text === value ? undefined : text)}
      onOpenChange={(isNowOpen) => {
        setWidth(field.current?.offsetWidth);
        setOpen(isNowOpen);
        setTyped(undefined);
      }}
      menuTrigger="input"
      allowsEmptyCollection
    >
      <Label>{label}</Label>
      <div ref={field} className="input">
        <OpeningInput placeholder={placeholder} />
        <Button className="button" data-kind="quiet" data-size="small">
          <Icon name="down" />
        </Button>
      </div>
      <Popover
        className="popover picker-popover"
        triggerRef={field}
        placement="bottom start"
        offset={4}
        style={{ width }}
        {...withinMain(field.current)}
      >
        <Virtualizer layout={ListLayout} layoutOptions={{ rowSize, padding }}>
          <ListBox<Item> className="list picker-list" renderEmptyState={() => <p className="list-head">{emptyText}</p>}>
            {({ id }) => (
              <ListBoxItem id={id} textValue={id} className="option">
                <span className="name">
                  <Marked text={id} part={typed} />
                </span>
                {id === value ? <Icon name="check" /> : null}
              </ListBoxItem>
            )}
          </ListBox>
        </Virtualizer>
      </Popover>
    </ComboBox>
  );
}

/** A press on the field opens its list, as a press on the arrow does. */
function OpeningInput({ placeholder }: { placeholder: string }) {
  const state = useContext(ComboBoxStateContext);
  return <Input placeholder={placeholder} onClick={() => state?.open(null, 'manual')} />;
}

/** The list belongs to the page's main part, so that screen readers meet it within a landmark. */
function withinMain(field: HTMLElement | null) {
  const main = field?.closest('main');
  return main ? { UNSTABLE_portalContainer: main } : {};
}

function present(value: string): Item[] {
  return value === '' ? [] : [{ id: value }];
}

function matching(options: readonly string[], typed: string | undefined): Item[] {
  const part = typed?.trim().toUpperCase() ?? '';
  const found = part === '' ? options : options.filter((option) => option.toUpperCase().includes(part));
  return found.map((id) => ({ id }));
}

/** The part that was typed stands out. */
function Marked({ text, part }: { text: string; part: string | undefined }) {
  const at = part?.trim() ? text.toUpperCase().indexOf(part.trim().toUpperCase()) : -1;
  if (at < 0) return text;
  const end = at + (part?.trim().length ?? 0);
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, end)}</mark>
      {text.slice(end)}
    </>
  );
}
