import { cleanUpper } from '@sheetwire/rules/name';
import { type FormEvent, useState } from 'react';
import { type AddEntry, addFormWords, readAddForm } from '#features/admin/add-form.ts';
import type { AdminModel } from '#features/admin/admin-model.ts';
import { useAdminState } from '#features/admin/use-admin.ts';
import { useDeed } from '#features/asked/use-deed.ts';
import { useShown } from '#features/asked/use-shown.ts';
import { onEscape } from '#features/super-admin/on-escape.ts';
import { savedAs } from '#features/super-admin/saved-as.ts';
import { pageConfig } from '#lib/config.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/text-field.tsx';

export type AddKind = 'Group' | 'Report';

interface AddFormProps {
  readonly model: AdminModel;
  readonly kind: AddKind;
  readonly entity: string;
  readonly onClose: () => void;
}

/** Assumes administration of a group or a report (spec 2 and 5, Admin add form). */
export function AddForm({ model, kind, entity: ownEntity, onClose }: AddFormProps) {
  const { admined, claimRefusal } = useAdminState(model);
  const [entity, setEntity] = useState(ownEntity);
  const [group, setGroup] = useState('');
  const [report, setReport] = useState('');
  const { isBusy, run } = useDeed(`Add ${kind}`);
  const isShown = useShown();
  const entry: AddEntry = kind === 'Report' ? { entity, group, report } : { entity, group };
  const facts = { company: pageConfig.company, admined, claimRefusal };
  const reading = readAddForm(entry, facts);
  // While it is being added the list may have it already.
  const fault = 'fault' in reading && !isBusy ? reading : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if ('gropic' in reading)
      run(async () => (await model.assume(reading.gropic, () => isShown.current)) && isShown.current && onClose());
  };
  const fieldOf = (field: string, value: string) => ({
    value,
    note: savedAs(value, cleanUpper),
    error: fault?.field === field ? fault.fault : undefined,
  });
  return (
    <form className="panel" aria-label={`Add ${kind}`} onSubmit={submit} onKeyDown={onEscape(onClose)}>
      <header>
        <h2>{`Add ${kind}`}</h2>
      </header>
      <div className="body">
        <div className="columns">
          <TextField label="Entity" onChange={setEntity} {...fieldOf('entity', entity)} />
          <TextField label="Group" onChange={setGroup} {...fieldOf('group', group)} autoFocus />
          {kind === 'Report' ? <TextField label="Report" onChange={setReport} {...fieldOf('report', report)} /> : null}
        </div>
        <p className="quiet">{addFormWords(facts, kind)}</p>
        <div className="row">
          <Button type="submit" kind="primary" disabledReason={isBusy ? 'Assuming admin' : fault?.fault}>
            SUBMIT
          </Button>
          <Button kind="quiet" onPress={onClose}>
            CANCEL
          </Button>
          {fault && !fault.field && group !== '' && fault.fault !== claimRefusal ? (
            <span className="quiet">{fault.fault}</span>
          ) : null}
        </div>
      </div>
    </form>
  );
}
