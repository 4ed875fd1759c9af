import { useState } from 'react';
import { AnswerView } from '#features/asked/answer-view.tsx';
import { useAsked } from '#features/asked/use-asked.ts';
import type { AuditRow } from '#features/audit-log/audit-log.ts';
import { type Change, type ChangeLine, readChange } from '#features/audit-log/change.ts';
import { counted } from '#features/audit-log/change-texts.ts';
import { jsonOf, wholeRow } from '#features/audit-log/whole-row.ts';
import { Button } from '#ui/button.tsx';
import { LongText, Names } from './change-parts.tsx';

/** What a row changed, field by field; one that came cut is asked for whole. */
export function AuditChange({ row, change }: { row: AuditRow; change: Change | undefined }) {
  return change === undefined ? <WholeChange row={row} /> : <Shown {...{ row, change }} />;
}

function WholeChange({ row }: { row: AuditRow }) {
  const { answer, refresh } = useAsked((call, signal) => wholeRow(call, row, signal));
  return (
    <AnswerView answer={answer} onRetry={() => void refresh()}>
      {(whole) => <Shown row={whole} change={readChange(whole)} />}
    </AnswerView>
  );
}

function Shown({ row, change }: { row: AuditRow; change: Change | undefined }) {
  return (
    <>
      {change === undefined ? <Sides row={row} /> : <Fields change={change} />}
      <CopyJson row={row} />
    </>
  );
}

/** Of what is too long even so: both sides as they are kept. */
function Sides({ row: { before, after } }: { row: AuditRow }) {
  return (
    <dl>
      {[['Before', before] as const, ['After', after] as const].map(([name, text]) =>
        text === '' ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="mono">
              <LongText of={name} text={text} />
            </dd>
          </div>
        ),
      )}
    </dl>
  );
}

function Fields({ change: { lines, same, left } }: { change: Change }) {
  return (
    <>
      {lines.length === 0 ? null : (
        <dl>
          {lines.map((line, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two fields may read the same
            <div key={n}>
              <dt>
                <bdi>{line.label}</bdi>
              </dt>
              <dd>
                <Line line={line} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {left > 0 ? <p className="quiet">and {counted(left)} more fields: copy as JSON to read them</p> : null}
      {lines.length === 0 ? <p className="quiet">Nothing differs.</p> : null}
      {same.length === 0 ? null : <p className="quiet">Unchanged: {same.join(', ')}</p>}
    </>
  );
}

function Line({ line }: { line: ChangeLine }) {
  const { label } = line;
  switch (line.kind) {
    case 'told':
      return <LongText of={label} text={line.text} />;
    case 'list':
      return <Names of={label} names={line.entries} count={line.count} />;
    case 'value':
      return (
        <>
          <Side of={`${label}, before`} name="From" text={line.was} />
          <span aria-hidden="true"> → </span>
          <Side of={`${label}, after`} name="To" text={line.is} />
        </>
      );
    case 'names':
      return (
        <>
          <Moved label={label} deed="Added" names={line.added} />
          <Moved label={label} deed="Removed" names={line.removed} />
        </>
      );
  }
}

/** An arrow tells what was and is; screen readers hear it in words. */
function Side({ of, name, text }: { of: string; name: 'From' | 'To'; text: string | undefined }) {
  return (
    <span className="side" data-side={name}>
      <span className="hide">{name} </span>
      {text === undefined ? <span className="quiet">none</span> : <LongText of={of} text={text} />}
    </span>
  );
}

interface MovedProps {
  readonly label: string;
  readonly deed: 'Added' | 'Removed';
  readonly names: readonly string[];
}

function Moved({ label, deed, names }: MovedProps) {
  if (names.length === 0) return null;
  return (
    <div className="moved" data-deed={deed}>
      <span className="deed">
        {deed} {counted(names.length)}
      </span>
      <Names of={`${label}: ${deed.toLowerCase()}`} names={names} isRunning />
    </div>
  );
}

/** Copies the entry; where the browser keeps the clipboard to itself, it is shown and selected instead. */
function CopyJson({ row }: { row: AuditRow }) {
  const [said, setSaid] = useState<'' | 'Copied' | 'Press Ctrl+C to copy'>('');
  const json = jsonOf(row);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(json);
      setSaid('Copied');
    } catch {
      setSaid('Press Ctrl+C to copy');
    }
  };
  return (
    <div className="row">
      <Button size="small" icon="copy" onPress={() => void copy()}>
        Copy as JSON
      </Button>
      <span className="quiet" role="status">
        {said}
      </span>
      {said === 'Press Ctrl+C to copy' ? (
        <textarea
          className="input mono"
          aria-label="The entry as JSON"
          readOnly
          rows={8}
          value={json}
          ref={(box) => box?.select()}
        />
      ) : null}
    </div>
  );
}
