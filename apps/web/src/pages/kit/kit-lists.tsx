import { useState } from 'react';
import { Confirm } from '#ui/confirm.tsx';
import { type ChoiceItem, ChoiceList } from '#ui/long/choice-list.tsx';
import { Chip, WaitingLine } from '#ui/message.tsx';
import { Moment } from '#ui/moment.tsx';
import { ReadOnlyText } from '#ui/read-only-text.tsx';
import { Row, Rows } from '#ui/rows.tsx';
import { SecretText } from '#ui/secret-text.tsx';
import { KitPanel } from './kit-panel.tsx';

const now = Date.UTC(2026, 10, 20, 12);
const topics = ['ACME/FX/SPOT', 'ACME/RATES/DAILY PNL'];
const people: readonly ChoiceItem[] = Array.from({ length: 5000 }, (_, n) => ({
  id: `ACME/user.${n}`,
  text: `user.${n}`,
  icon: 'person',
  ...(n === 2 ? { note: 'disabled' } : {}),
}));
const many = Array.from({ length: 5000 }, (_, n) => `ACME/DESK/REPORT ${n}`);

/** Lists with their actions, texts to copy, a part that waits. */
export function KitLists() {
  const [chosen, setChosen] = useState('ACME/user.1');
  const end = (
    <Confirm kind="quiet" size="small" yes="End" onConfirm={() => undefined}>
      End
    </Confirm>
  );
  const seen = (
    <>
      Last seen <Moment utc="2026-11-20T11:58:00.000Z" now={now} />
    </>
  );
  return (
    <>
      <KitPanel title="Rows">
        <Rows label="Sessions">
          <Row icon="screen" name="Chrome on Windows" note={seen} action={end} />
          <Row
            icon="phone"
            name={
              <>
                Safari on iPhone
                <Chip tone="green" icon="check">
                  This browser
                </Chip>
              </>
            }
            note={seen}
            action={null}
          />
        </Rows>
        <WaitingLine text="Loading..." />
      </KitPanel>
      <ChoiceList
        label="Users"
        items={people}
        selected={chosen}
        onSelect={setChosen}
        emptyText="No users yet"
        noMatchText="No user matches"
      />
      <KitPanel title="Texts to copy">
        <SecretText text="swk_example" what="key" />
        <ReadOnlyText label="Topics" lines={topics} note="2 topics" />
        <ReadOnlyText label="Many topics" lines={many} note="5,000 topics" />
      </KitPanel>
    </>
  );
}
