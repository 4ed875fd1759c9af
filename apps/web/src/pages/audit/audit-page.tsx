import './audit.css';
import { addressOf } from '@sheetwire/client/caller';
import { auditCsv } from '@sheetwire/contract/audit';
import { type FormEvent, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useOwnCalls } from '#features/asked/use-asked.ts';
import { dayFault, type FilterEntry, noFilter, readFilter } from '#features/audit-log/audit-filter.ts';
import { AuditLog, type AuditState } from '#features/audit-log/audit-log.ts';
import { RefusedPage, SuperHead, SuperPage } from '#features/super-admin/super-page.tsx';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Banner, Notice, WaitingLine } from '#ui/message.tsx';
import { TextField } from '#ui/text-field.tsx';
import { AuditTable } from './audit-table.tsx';

const title = 'Audit Log';
const refusal = 'Super administrator rights are required to read the audit log';

/** What was done, by whom and from where (semantics 8). */
export function AuditPage() {
  return (
    <SuperPage title={title} refusal={refusal}>
      {() => <Audit />}
    </SuperPage>
  );
}

function Audit() {
  const call = useOwnCalls();
  const [log] = useState(() => new AuditLog(call));
  const state = useStore(log.store);
  useEffect(() => {
    void log.show({});
    return () => log.stop();
  }, [log]);
  if (state.isRefused) return <RefusedPage title={title} refusal={refusal} />;
  return (
    <main id="main" className="page">
      <SuperHead title={title} />
      <FilterForm log={log} />
      <section className="panel" aria-label="Entries">
        <Entries log={log} state={state} />
      </section>
    </main>
  );
}

const fields = [
  { name: 'actor', label: 'Who' },
  { name: 'action', label: 'Action' },
  { name: 'object', label: 'Object' },
] as const satisfies { name: keyof FilterEntry; label: string }[];
const days = [
  { name: 'from', label: 'From (UTC)' },
  { name: 'to', label: 'To (UTC)' },
] as const satisfies { name: keyof FilterEntry; label: string }[];

function FilterForm({ log }: { log: AuditLog }) {
  const [entry, setEntry] = useState(noFilter);
  const { filter } = useStore(log.store);
  const isWrong = days.some(({ name }) => dayFault(entry[name]) !== undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isWrong) void log.show(readFilter(entry));
  };
  const clear = () => {
    setEntry(noFilter);
    void log.show({});
  };
  return (
    <form className="panel pad stack" aria-label="Filter" onSubmit={submit}>
      <div className="columns audit-filter">
        {fields.map(({ name, label }) => (
          <TextField
            key={name}
            label={label}
            value={entry[name]}
            maxLength={200}
            onChange={(text) => setEntry({ ...entry, [name]: text })}
          />
        ))}
        {days.map(({ name, label }) => (
          <TextField
            key={name}
            label={label}
            placeholder="yyyy-mm-dd"
            value={entry[name]}
            error={entry[name].length >= 'yyyy-mm-dd'.length ? dayFault(entry[name]) : undefined}
            onChange={(text) => setEntry({ ...entry, [name]: text })}
          />
        ))}
      </div>
      <div className="row">
        <Button
          type="submit"
          kind="primary"
          icon="search"
          disabledReason={isWrong ? 'Enter each date as yyyy-mm-dd' : undefined}
        >
          Filter
        </Button>
        <Button kind="quiet" onPress={clear}>
          CLEAR
        </Button>
        <span className="grow" />
        <a className="button" href={addressOf(auditCsv.path, '', filter)} download>
          <Icon name="sheet" />
          Download CSV
        </a>
      </div>
    </form>
  );
}

/** The rows, and under them where older ones come from. */
function Entries({ log, state }: { log: AuditLog; state: AuditState }) {
  const { rows, next, isAsking, failure } = state;
  return (
    <>
      {rows.length > 0 ? <AuditTable rows={rows} /> : null}
      {rows.length === 0 && next === '' && !isAsking && failure === '' ? (
        <Notice icon="history">
          <p>No matching entries.</p>
        </Notice>
      ) : null}
      {failure === '' ? null : (
        <div className="pad">
          <Banner tone="red" icon="alert" isAlert action={<Button onPress={() => void log.again()}>Try again</Button>}>
            {failure}
          </Banner>
        </div>
      )}
      {isAsking ? (
        <div className="pad">
          <WaitingLine text="Loading..." />
        </div>
      ) : null}
      {next !== '' && !isAsking && failure === '' ? (
        <div className="pad row">
          <Button onPress={() => void log.older()}>Show older</Button>
          {rows.length === 0 ? <span className="quiet">No matches so far.</span> : null}
        </div>
      ) : null}
    </>
  );
}
