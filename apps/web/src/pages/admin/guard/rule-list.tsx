import type { GuardRule } from '@sheetwire/contract/guard/rules';
import { guardLimits } from '@sheetwire/contract/limits/time/guard';
import { actionWords, ruleWords } from '@sheetwire/page/guard/rule-words';
import { useRef, useState } from 'react';
import { type EditedRule, formKey, placeOf } from '#features/admin/guard/edited-rule.ts';
import type { GuardModel, GuardState } from '#features/admin/guard/guard-model.ts';
import { ruleKeys } from '#features/admin/guard/guard-words.ts';
import { entryOf, newEntry } from '#features/admin/guard/rule-entry.ts';
import { Button } from '#ui/button.tsx';
import { Row, Rows } from '#ui/rows.tsx';
import { RuleForm } from './rule-form.tsx';

interface RuleListProps {
  readonly model: GuardModel;
  readonly state: GuardState;
}

/** The rules in words, each to be changed or removed, and the way to a new one. */
export function RuleList({ model, state: { rules } }: RuleListProps) {
  const [editing, setEditing] = useState<EditedRule>();
  const place = editing && placeOf(editing, rules);
  const box = useRef<HTMLDivElement>(null);
  // Once it is drawn: what had the focus is gone by then.
  const focus = (selector: string) =>
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(selector)?.focus());
  const close = () => {
    setEditing(undefined);
    focus('.add-rule');
  };
  const save = (rule: GuardRule) => {
    if (place !== undefined) model.edit(rules.toSpliced(place, 1, rule));
    close();
  };
  // A form that is open for another rule stays, with what is typed in it.
  const remove = (at: number) => {
    model.edit(rules.toSpliced(at, 1));
    if (editing === undefined || at === place) close();
    else focus(`[aria-label="Remove rule ${Math.min(at + 1, rules.length - 1)}"], form :is(input, select)`);
  };
  const keys = ruleKeys(rules);
  const isFull = rules.length >= guardLimits.guard.rules;
  return (
    <div className="stack guard-rules" ref={box}>
      {rules.length === 0 ? (
        <p>
          <strong>No rules yet.</strong> Every publish goes live at once.
        </p>
      ) : (
        <Rows label="Publish rules">
          {rules.map((rule, n) => (
            <Row
              key={keys[n]}
              icon={icons[rule.action]}
              name={ruleWords(rule)}
              note={`Rule ${n + 1}: ${actionWords[rule.action].toLowerCase()}`}
              action={
                <div className="row">
                  <Button size="small" aria-label={`Edit rule ${n + 1}`} onPress={() => setEditing({ at: n, rule })}>
                    Edit
                  </Button>
                  <Button size="small" kind="quiet" aria-label={`Remove rule ${n + 1}`} onPress={() => remove(n)}>
                    Remove
                  </Button>
                </div>
              }
            />
          ))}
        </Rows>
      )}
      {editing === undefined || place === undefined ? (
        <div className="row">
          <Button
            className="add-rule"
            icon="plus"
            disabledReason={isFull ? `A report has at most ${guardLimits.guard.rules} rules` : undefined}
            onPress={() => setEditing({ at: rules.length, rule: undefined })}
          >
            Add rule
          </Button>
        </div>
      ) : (
        <RuleForm
          key={formKey(editing)}
          first={firstOf(editing.rule)}
          number={place + 1}
          onSave={save}
          onCancel={close}
        />
      )}
    </div>
  );
}

const icons = { warn: 'info', hold: 'pause', refuse: 'close' } as const;

function firstOf(rule: GuardRule | undefined) {
  return { entry: rule ? entryOf(rule) : newEntry, isNew: rule === undefined };
}
