import { type GuardRule, ruleActions, ruleKinds, ruleSince } from '@sheetwire/contract/guard/rules';
import { actionWords } from '@sheetwire/page/guard/rule-words';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { fieldWords, kindWords, sinceWords } from '#features/admin/guard/guard-words.ts';
import { checkEntry, comparing, type EntryFaults, fieldsOf, type RuleEntry } from '#features/admin/guard/rule-entry.ts';
import { Button } from '#ui/button.tsx';
import { Select } from '#ui/select.tsx';
import { TextField } from '#ui/text-field.tsx';

interface RuleFormProps {
  readonly first: { readonly entry: RuleEntry; readonly isNew: boolean };
  /** Its place in the list, from 1. */
  readonly number: number;
  readonly onSave: (rule: GuardRule) => void;
  readonly onCancel: () => void;
}

/** One rule: what it watches, where, how far, and what becomes of a publish that breaks it. */
export function RuleForm({ first, number, onSave, onCancel }: RuleFormProps) {
  const [entry, setEntry] = useState(first.entry);
  const [faults, setFaults] = useState<EntryFaults>({});
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>('button')?.focus(), []);
  const change = (part: Partial<RuleEntry>) => {
    setEntry({ ...entry, ...part });
    setFaults({});
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const checked = checkEntry(entry);
    if (checked.rule) onSave(checked.rule);
    else {
      setFaults(checked.faults);
      const [field] = fieldsOf[entry.kind].filter((one) => checked.faults[one] !== undefined);
      if (field) form.current?.querySelector<HTMLElement>(`[name=${field}]`)?.focus();
    }
  };
  return (
    <form
      ref={form}
      className="rule-form"
      aria-label={first.isNew ? 'New rule' : `Rule ${number}`}
      onSubmit={submit}
      onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && onCancel()}
    >
      <h3>{first.isNew ? 'New rule' : `Rule ${number}`}</h3>
      <Fields {...{ entry, faults }} onChange={change} />
      {faults[''] === undefined ? null : (
        <p className="error" role="alert">
          {faults['']}
        </p>
      )}
      <div className="row">
        <Button type="submit" kind="primary">
          {first.isNew ? 'Add to the list' : 'Change'}
        </Button>
        <Button kind="quiet" onPress={onCancel}>
          CANCEL
        </Button>
      </div>
    </form>
  );
}

interface FieldsProps {
  readonly entry: RuleEntry;
  readonly faults: EntryFaults;
  readonly onChange: (part: Partial<RuleEntry>) => void;
}

function Fields({ entry, faults, onChange }: FieldsProps) {
  const { kind, since, action } = entry;
  return (
    <div className="fields">
      <div className="whole field">
        <Choice
          label="Watch for"
          options={ruleKinds.map((one) => [one, kindWords[one].name] as const)}
          value={kind}
          onChange={(chosen) => onChange({ kind: chosen })}
        />
        <p className="quiet">{kindWords[kind].says}</p>
      </div>
      {fieldsOf[kind].map((field) => (
        <TextField
          key={field}
          name={field}
          {...fieldWords(entry, field)}
          value={entry[field]}
          maxLength={200}
          spellCheck={false}
          error={faults[field]}
          onChange={(text) => onChange({ [field]: text })}
        />
      ))}
      {comparing.has(kind) ? (
        <Choice
          label="Compared with"
          options={ruleSince.map((one) => [one, sinceWords[one]] as const)}
          value={since}
          onChange={(chosen) => onChange({ since: chosen })}
        />
      ) : null}
      <Choice
        label="Then"
        options={ruleActions.map((one) => [one, actionWords[one]] as const)}
        value={action}
        onChange={(chosen) => onChange({ action: chosen })}
      />
    </div>
  );
}

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly options: readonly (readonly [T, string])[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}

/** A short list whose entries are chosen by their words. */
function Choice<T extends string>({ label, options, value, onChange }: ChoiceProps<T>) {
  return (
    <Select
      label={label}
      options={options.map(([, words]) => words)}
      value={options.find(([one]) => one === value)?.[1] ?? ''}
      placeholder="Choose"
      onChange={(words) => {
        const chosen = options.find(([, one]) => one === words);
        if (chosen) onChange(chosen[0]);
      }}
    />
  );
}
