import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { DateField } from '#ui/date-field.tsx';
import { LongPicker } from '#ui/long/long-picker.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { Select } from '#ui/select.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { TextField } from '#ui/text-field.tsx';
import { KitPanel } from './kit-panel.tsx';

const many = Array.from({ length: 5000 }, (_, n) => `REPORT ${n}`);
const principals = Array.from({ length: 5000 }, (_, n) => (n < 1000 ? `TEAM ${n}` : `user.${n}`));
const pages = Array.from({ length: 14 }, (_, n) => ({ id: `page-${n}`, name: `Page ${n + 1}` }));

/** Buttons, fields, pickers and tabs. */
export function KitForms() {
  return (
    <>
      <KitPanel title="Buttons">
        <div className="row">
          <Button kind="primary">Primary</Button>
          <Button>Plain</Button>
          <Button kind="danger">Danger</Button>
          <Button kind="quiet">Quiet</Button>
          <Button kind="link">Link</Button>
          <Button size="icon" icon="close" aria-label="Close" hint="Close" />
        </div>
        <div className="row">
          <Button kind="primary" disabledReason="Enter a name first">
            SUBMIT
          </Button>
          <Button disabledReason="Both fields are empty">CANCEL</Button>
          <Button kind="primary" isBusy disabledReason="Sending">
            SUBMIT
          </Button>
          <Button aria-pressed="true">Pressed</Button>
          <Confirm yes="Delete" onConfirm={() => undefined}>
            Delete User
          </Confirm>
        </div>
      </KitPanel>
      <KitFields />
      <KitPickers />
    </>
  );
}

function KitFields() {
  const [text, setText] = useState('jane.doe');
  const [isTicked, setTicked] = useState(true);
  return (
    <KitPanel title="Fields">
      <TextField label="Username" value={text} onChange={setText} note="Without the entity" />
      <PasswordField label="Password" value={text} onChange={setText} />
      <TextField label="Email" value="jane@" onChange={() => undefined} error="This is not a valid email address" />
      <div className="row" data-gap="l">
        <Checkbox label="Update Live" isSelected={isTicked} onChange={setTicked} />
        <Checkbox label="Show Metadata" isSelected={false} onChange={() => undefined} />
        <Checkbox label="Disabled" isSelected={false} onChange={() => undefined} isDisabled />
      </div>
    </KitPanel>
  );
}

function KitPickers() {
  const [report, setReport] = useState('REPORT 7');
  const [viewer, setViewer] = useState('');
  const [location, setLocation] = useState('Chicago');
  const [day, setDay] = useState<string | undefined>('2026-11-18');
  const [page, setPage] = useState('page-0');
  return (
    <KitPanel title="Pickers and tabs">
      <LongPicker
        label="Report"
        options={many}
        chosen={report}
        onChoose={setReport}
        placeholder="Report"
        emptyText="No report matches"
      />
      <LongPicker
        label="Viewer"
        options={principals}
        most={principals.length}
        chosen={viewer}
        onChoose={(name) => setViewer(name === viewer ? '' : name)}
        iconOf={(name) => (name === name.toUpperCase() ? 'people' : 'person')}
        placeholder="User or group"
        emptyText="No user or group matches"
      />
      <Select
        label="Location"
        options={['Chicago', 'New York', 'London']}
        value={location}
        onChange={setLocation}
        placeholder="Location"
      />
      <DateField
        label="Date"
        value={day}
        onChange={setDay}
        onOpenChange={() => undefined}
        today="2026-11-20"
        snapshotDates={['2026-11-17', '2026-11-18', '2026-11-19']}
      />
      <Tabs label="Pages" tabs={pages} current={page} onChange={setPage} panelId="kit-panel" />
      <div id="kit-panel" role="tabpanel" aria-label={page} />
    </KitPanel>
  );
}
