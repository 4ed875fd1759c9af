import './rows.css';
import { type KeyboardEvent, useMemo, useRef } from 'react';
import { CopyButton } from './copy-button.tsx';

interface ReadOnlyTextProps {
  readonly label: string;
  readonly lines: readonly string[];
  /** `2 topics`: how many there are, in words. */
  readonly note: string;
}

/** A text area lays out all of its lines at once, which takes seconds for many; longer texts are drawn in parts. */
const mostAtOnce = 2000;
const partLength = 500;

/** Lines to read, to select and to copy. */
export function ReadOnlyText({ label, lines, note }: ReadOnlyTextProps) {
  const box = useRef<HTMLElement>(null);
  const text = useMemo(() => lines.join('\n'), [lines]);
  return (
    <div className="field">
      {lines.length <= mostAtOnce ? (
        <textarea
          className="input mono lines"
          aria-label={label}
          readOnly
          wrap="off"
          spellCheck={false}
          rows={10}
          value={text}
          ref={(element) => {
            box.current = element;
          }}
        />
      ) : (
        <LongText label={label} lines={lines} box={box} />
      )}
      <p className="note row">
        {note} <CopyButton text={text} label={`Copy ${label.toLowerCase()}`} shownIn={() => box.current} />
      </p>
    </div>
  );
}

interface LongTextProps {
  readonly label: string;
  readonly lines: readonly string[];
  readonly box: { current: HTMLElement | null };
}

/** The browser lays out only the parts that show; finding and selecting reach the others too. */
function LongText({ label, lines, box }: LongTextProps) {
  const parts = useMemo(() => partsOf(lines), [lines]);
  const selectAll = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key.toLowerCase() !== 'a' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    getSelection()?.selectAllChildren(event.currentTarget);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a text area would lay out every line at once
    <div
      className="input mono lines"
      role="textbox"
      aria-label={label}
      aria-multiline="true"
      aria-readonly="true"
      tabIndex={0}
      onKeyDown={selectAll}
      ref={(element) => {
        box.current = element;
      }}
    >
      {parts.map(({ from, count, text }) => (
        <div key={from} style={{ containIntrinsicBlockSize: `calc(${count} * var(--line-s))` }}>
          {text}
        </div>
      ))}
    </div>
  );
}

function partsOf(lines: readonly string[]) {
  return Array.from({ length: Math.ceil(lines.length / partLength) }, (_, n) => {
    const part = lines.slice(n * partLength, (n + 1) * partLength);
    return { from: n * partLength, count: part.length, text: `${part.join('\n')}\n` };
  });
}
