import type { GuardRule } from '@sheetwire/contract/guard/rules';
import { guardLimits } from '@sheetwire/contract/limits/time/guard';
import { actionWords, ruleWords } from '@sheetwire/page/guard/rule-words';
import { useRef, useState } from 'react';
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
  // The place of the rule that is edited; one after the last is a new one.
  const [editing, setEditing] = useState<number>();
  const box = useRef<HTMLDivElement>(null);
  const close = () => {
    setEditing(undefined);
    // The form goes with what was focused in it.
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>('.add-rule')?.focus());
  };
  const save = (rule: GuardRule) => {
    if (editing !== undefined) model.edit(rules.toSpliced(editing, 1, rule));
    close();
  };
  const remove = (at: number) => {
    model.edit(rules.toSpliced(at, 1));
    close();
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
                  <Button size="small" aria-label={`Edit rule ${n + 1}`} onPress={() => setEditing(n)}>
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
      {editing === undefined ? (
        <div className="row">
          <Button
            className="add-rule"
            icon="plus"
            disabledReason={isFull ? `A report has at most ${guardLimits.guard.rules} rules` : undefined}
            onPress={() => setEditing(rules.length)}
          >
            Add rule
          </Button>
        </div>
      ) : (
        <RuleForm key={editing} first={firstOf(rules[editing])} number={editing + 1} onSave={save} onCancel={close} />
      )}
    </div>
  );
}

const icons = { warn: 'info', hold: 'pause', refuse: 'close' } as const;

function firstOf(rule: GuardRule | undefined) {
  return { entry: rule ? entryOf(rule) : newEntry, isNew: rule === undefined };
}
