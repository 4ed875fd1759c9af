import { type RefObject, useEffect, useId, useRef } from 'react';
import { Icon, type IconName } from '#ui/icon.tsx';
import { usePicker } from './use-picker.ts';
import { useWindow } from './use-window.ts';

interface LongPickerProps {
  readonly label: string;
  readonly options: readonly string[];
  /** How many the list may hold; typing finds the others. No bound by default. */
  readonly most?: number;
  /** '' when none is chosen. */
  readonly chosen: string;
  /** Called with the chosen one again when it is selected again. */
  readonly onChoose: (option: string) => void;
  /** Each option as it is shown; the options themselves by default. */
  readonly textOf?: (option: string) => string;
  readonly iconOf?: (option: string) => IconName;
  readonly placeholder: string;
  /** What an empty list says. */
  readonly emptyText: string;
}

/**
 * A picker for thousands: it filters as one types, and opening it draws only the options in sight. Its list is part of
 * the page and hides nothing of it, neither from a screen reader nor from the Tab key.
 */
export function LongPicker(props: LongPickerProps) {
  const { label, chosen, textOf = asItIs, placeholder } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const picker = usePicker({ most: Number.POSITIVE_INFINITY, ...props, textOf });
  const { isOpen, found, at, typed } = picker;
  const isListed = isOpen && found.length > 0;
  const pressArrow = () => {
    input.current?.focus();
    if (isOpen) picker.close();
    else picker.open();
  };
  return (
    <div className="field long-picker">
      <label htmlFor={id}>{label}</label>
      <div className="input">
        <input
          ref={input}
          id={id}
          role="combobox"
          aria-expanded={isListed}
          aria-controls={isListed ? `${id}-list` : undefined}
          aria-autocomplete="list"
          aria-activedescendant={found[at] !== undefined ? `${id}-${at}` : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          title={chosen === '' ? undefined : textOf(chosen)}
          value={typed ?? textOf(chosen)}
          onClick={picker.open}
          onChange={(event) => picker.type(event.currentTarget.value)}
          onKeyDown={(event) => !event.nativeEvent.isComposing && picker.press(event.key) && event.preventDefault()}
          onBlur={picker.close}
        />
        <button
          type="button"
          className="button"
          data-kind="quiet"
          data-size="small"
          tabIndex={-1}
          aria-label={`${label}: show all`}
          onMouseDown={(event) => event.preventDefault()}
          onClick={pressArrow}
        >
          <Icon name="down" />
        </button>
      </div>
      {isListed ? <Found {...props} {...{ id, found, at, typed, textOf }} onChoose={picker.choose} /> : null}
      {isOpen && !isListed ? <NothingFound text={props.emptyText} /> : null}
    </div>
  );
}

/** No list: one without options is none to a screen reader. */
function NothingFound({ text }: { text: string }) {
  const ref = useRef<HTMLDivElement>(null);
  useInSight(ref);
  return (
    <div ref={ref} className="popover list" role="status" onMouseDown={(event) => event.preventDefault()}>
      <p className="list-head">{text}</p>
    </div>
  );
}

interface FoundProps extends LongPickerProps {
  readonly textOf: (option: string) => string;
  readonly id: string;
  readonly found: readonly string[];
  readonly at: number;
  readonly typed: string | undefined;
}

/** The options; a press keeps the focus in the field, which hears the keys. */
function Found({ id, label, found, at, typed, chosen, onChoose, textOf, iconOf }: FoundProps) {
  const { ref, onScroll, style, from, to } = useWindow<HTMLDivElement>(found.length, at < 0 ? undefined : at);
  useInSight(ref);
  return (
    <div
      ref={ref}
      id={`${id}-list`}
      className="popover list windowed"
      role="listbox"
      aria-label={label}
      tabIndex={-1}
      style={style}
      onScroll={onScroll}
      onMouseDown={(event) => event.preventDefault()}
    >
      {found.slice(from, to).map((option, n) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus and names its active option
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field hears the keys
        <div
          key={option}
          id={`${id}-${from + n}`}
          className="option"
          role="option"
          data-row
          data-focused={from + n === at || undefined}
          aria-selected={option === chosen}
          aria-setsize={found.length}
          aria-posinset={from + n + 1}
          title={textOf(option)}
          onClick={() => onChoose(option)}
        >
          {iconOf ? <Icon name={iconOf(option)} /> : null}
          <span className="name">
            <Marked text={textOf(option)} part={typed?.trim() ?? ''} />
          </span>
          {option === chosen ? <Icon name="check" /> : null}
        </div>
      ))}
    </div>
  );
}

/** Near the end of a page a list would open out of sight. */
function useInSight(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    ref.current?.scrollIntoView({ block: 'nearest' });
  }, [ref]);
}

function asItIs(option: string): string {
  return option;
}

/** The part that was typed stands out. */
function Marked({ text, part }: { text: string; part: string }) {
  const at = part === '' ? -1 : text.toUpperCase().indexOf(part.toUpperCase());
  if (at < 0) return text;
  const end = at + part.length;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, end)}</mark>
      {text.slice(end)}
    </>
  );
}
