import { limits } from '@sheetwire/contract/limits';
import type { AdminModel } from '#features/admin/admin-model.ts';
import type { Selected } from '#features/admin/admin-state.ts';
import { useAdminState, useSnapshot } from '#features/admin/use-admin.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { LongPicker } from '#ui/long/long-picker.tsx';
import { Banner } from '#ui/message.tsx';
import { CaptureNow } from './capture-now.tsx';
import { TimePicker } from './time-picker.tsx';

/** When a snapshot of every day is taken, where that time counts, and one at once (spec 2, Snapshot section). */
export function SnapshotPanel({ model, selected }: { model: AdminModel; selected: Selected }) {
  const { locations } = useAdminState(model);
  const { settings, isKnown, refusal, unanswered } = useSnapshot(selected);
  const { snapshot } = selected;
  const again = (
    <Button size="small" onPress={() => snapshot.again()}>
      Try again
    </Button>
  );
  return (
    <section className="panel" aria-labelledby="admin-snapshot">
      <header>
        <h2 id="admin-snapshot">Snapshot</h2>
      </header>
      <div className="body">
        {refusal === '' ? null : (
          <Banner tone="red" icon="alert" isAlert action={unanswered && again}>
            {refusal}
          </Banner>
        )}
        <div className="row" data-gap="l">
          <Checkbox
            label="Daily Snapshot"
            isSelected={settings.isDaily}
            onChange={(isDaily) => snapshot.change({ isDaily })}
          />
          <Checkbox
            label="Predate 1 Weekday"
            isSelected={settings.isPredated}
            onChange={(isPredated) => snapshot.change({ isPredated })}
          />
          <span className="quiet">
            {settings.isPredated
              ? 'A snapshot taken on Monday is dated Friday.'
              : 'A snapshot is dated the day it is taken.'}
          </span>
        </div>
        <div className="row" data-gap="l" data-align="start">
          <TimePicker label="Snapshot time" value={settings.time} onChange={(time) => snapshot.change({ time })} />
          <div className="fixed">
            <LongPicker
              label="Location"
              options={locations}
              most={limits.principalOptions}
              chosen={settings.location}
              onChoose={(location) => snapshot.change({ location })}
              placeholder="Location"
              emptyText="No location matches"
            />
          </div>
        </div>
        <CaptureNow key={selected.gropic} gropic={selected.gropic} {...{ settings, isKnown }} />
      </div>
    </section>
  );
}
