import { limits } from '@sheetwire/contract/limits';
import { type KeyboardEvent, type RefObject, useContext, useMemo, useRef, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { ComboBox, ComboBoxStateContext, Input } from 'react-aria-components/ComboBox';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { ListLayout, Virtualizer } from 'react-aria-components/Virtualizer';
import { Icon, type IconName } from './icon.tsx';

interface ComboPickerProps {
  readonly label: string;
  readonly options: readonly string[];
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder: string;
  /** What an empty list says. */
  readonly emptyText: string;
  /** Each option as it is shown; the options themselves by default. */
  readonly textOf?: (option: string) => string;
  readonly iconOf?: (option: string) => IconName;
  /** The selected option was selected again. */
  readonly onReselect?: () => void;
}

interface Item {
  readonly id: string;
}

/** Row height of the list, as the tokens have it for a mouse and for a finger. */
const rowHeight = { fine: 28, coarse: 40 };

/**
 * A picker that filters as one types. Its list is filled only while it is open and draws only what shows, since a
 * list of thousands costs its whole collection otherwise (research: UI kit, rule 2).
 */
export function ComboPicker(props: ComboPickerProps) {
  const { label, options, value, onChange, placeholder, emptyText, textOf = asItIs, iconOf, onReselect } = props;
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState<string>();
  const [width, setWidth] = useState<number>();
  const field = useRef<HTMLDivElement>(null);
  const items = useMemo(
    () => (isOpen ? matching(options, typed, textOf) : present(value)),
    [isOpen, options, typed, value, textOf],
  );
  const rowSize = matchMedia('(pointer: coarse), (max-width: 720px)').matches ? rowHeight.coarse : rowHeight.fine;
  return (
    <ComboBox
      className="field"
      items={items}
      value={value === '' ? null : value}
      onChange={(key) => key !== null && key !== value && onChange(String(key))}
      onSelectionChange={(key) => key !== null && key === value && onReselect?.()}
      onInputChange={(text) => setTyped(text === textOf(value) ? undefined : text)}
      onOpenChange={(isNowOpen) => {
        setWidth(field.current?.offsetWidth);
        setOpen(isNowOpen);
        setTyped(undefined);
      }}
      menuTrigger="input"
      allowsEmptyCollection
    >
      <Label>{label}</Label>
      <OpeningField {...{ field, placeholder, onReselect }} />
      <Popover
        className="popover picker-popover"
        triggerRef={field}
        placement="bottom start"
        offset={4}
        style={{ width }}
        {...withinMain(field.current)}
      >
        <Virtualizer layout={ListLayout} layoutOptions={{ rowSize }}>
          <ListBox<Item> className="list picker-list" renderEmptyState={() => <p className="list-head">{emptyText}</p>}>
            {({ id }) => (
              <ListBoxItem id={id} textValue={textOf(id)} className="option">
                {iconOf ? <Icon name={iconOf(id)} /> : null}
                <span className="name">
                  <Marked text={textOf(id)} part={typed} />
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

interface OpeningFieldProps {
  readonly field: RefObject<HTMLDivElement | null>;
  readonly placeholder: string;
  readonly onReselect: (() => void) | undefined;
}

/** A press on the field opens its list, as a press on the arrow does. Enter on the selected option selects it again. */
function OpeningField({ field, placeholder, onReselect }: OpeningFieldProps) {
  const state = useContext(ComboBoxStateContext);
  const press = (event: KeyboardEvent) => {
    const focused = state?.isOpen ? state.selectionManager.focusedKey : null;
    if (!onReselect || event.key !== 'Enter' || focused === null || focused !== state?.value) return;
    event.preventDefault();
    event.stopPropagation();
    state.close();
    onReselect();
  };
  return (
    <div ref={field} className="input" onKeyDownCapture={press}>
      <Input placeholder={placeholder} onClick={() => state?.open(null, 'manual')} />
      <Button className="button" data-kind="quiet" data-size="small">
        <Icon name="down" />
      </Button>
    </div>
  );
}

function asItIs(option: string): string {
  return option;
}

/** The list belongs to the page's main part, so that screen readers meet it within a landmark. */
function withinMain(field: HTMLElement | null) {
  const main = field?.closest('main');
  return main ? { UNSTABLE_portalContainer: main } : {};
}

function present(value: string): Item[] {
  return value === '' ? [] : [{ id: value }];
}

/** As many as the list may hold (spec 9, Principal dropdown); typing finds the others. */
function matching(options: readonly string[], typed: string | undefined, textOf: (option: string) => string): Item[] {
  const part = typed?.trim().toUpperCase() ?? '';
  const found = part === '' ? options : options.filter((option) => textOf(option).toUpperCase().includes(part));
  return found.slice(0, limits.principalOptions).map((id) => ({ id }));
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
