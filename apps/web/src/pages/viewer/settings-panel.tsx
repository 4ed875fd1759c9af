import { memo } from 'react';
import { useStore } from 'zustand';
import { groupsOf, reportsOf, type Selection, topicOf } from '#features/selection/selection.ts';
import type { FlashSetting } from '#features/viewer/flash-setting.ts';
import { usePresent } from '#features/viewer/use-now.ts';
import type { ViewerModel } from '#features/viewer/viewer-model.ts';
import type { TopicLists } from '#features/viewer-ports.ts';
import { enteredMoment } from '#lib/moments/entered-moment.ts';
import { localDay } from '#lib/published.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { DateField } from '#ui/date-field.tsx';
import { LongPicker } from '#ui/long/long-picker.tsx';
import { RecentList } from './recent-list.tsx';

interface SettingsPanelProps {
  readonly model: ViewerModel;
  readonly selection: Selection;
  readonly lists: TopicLists;
  readonly ownEntity: string;
  readonly recents: readonly string[];
  readonly flash: FlashSetting;
}

/** The settings area of spec 2; it pushes the report down and never covers it. No version of the report draws it anew. */
export const SettingsPanel = memo(function SettingsPanel(props: SettingsPanelProps) {
  const { model, selection, lists, ownEntity, recents, flash } = props;
  const snapshotDates = useStore(model.view.info, ({ report }) => report?.snapshotDates);
  const { entity, group, date } = selection;
  const now = new Date(usePresent(model));
  const today = localDay(now);
  const isChosen = topicOf(selection) !== undefined;
  const isFlashOn = useStore(flash.isOn);
  const goToMoment = (typed: string) => {
    const entered = enteredMoment(typed, now);
    if (entered === undefined || 'fault' in entered) return entered;
    if (!isChosen) return { fault: 'Choose a report first' };
    model.dispatch({ kind: 'at', at: entered.at });
    return entered;
  };
  return (
    <section className="settings" id="settings" aria-label="Settings">
      <div className="controls">
        <div className="pickers">
          <LongPicker
            label="Entity"
            options={lists.entities}
            chosen={entity}
            onChoose={(chosen) => chosen !== entity && model.dispatch({ kind: 'entity', entity: chosen })}
            placeholder="Entity"
            emptyText="No entity matches"
          />
          <LongPicker
            label="Group"
            options={groupsOf(entity, lists.groups)}
            chosen={group}
            onChoose={(chosen) => chosen !== group && model.dispatch({ kind: 'group', group: chosen })}
            placeholder="Group"
            emptyText={entity ? 'No group matches' : 'Choose an entity first'}
          />
          <LongPicker
            label="Report"
            options={reportsOf(entity, group, lists.topics)}
            chosen={selection.report}
            onChoose={(chosen) => chosen !== selection.report && model.dispatch({ kind: 'report', report: chosen })}
            placeholder="Report"
            emptyText={group ? 'No report matches' : 'Choose a group first'}
          />
          <DateField
            label="Date"
            value={date}
            onChange={(day) => model.dispatch({ kind: 'date', date: day })}
            onMoment={goToMoment}
            onOpenChange={(isOpen) => model.holdForDate(isOpen)}
            today={today}
            snapshotDates={snapshotDates ?? []}
          />
        </div>
        <div className="foot">
          <Checkbox
            label="Show Metadata"
            isSelected={selection.isMetadataShown}
            onChange={(isShown) => model.dispatch({ kind: 'metadata', isShown })}
          />
          <Checkbox
            label="Update Live"
            isSelected={selection.isLive && selection.at === undefined}
            onChange={(isLive) => model.dispatch({ kind: 'live', isLive })}
          />
          <Checkbox label="Flash Changes" isSelected={isFlashOn} onChange={(isOn) => flash.set(isOn)} />
          <Button
            icon="up"
            disabledReason={isChosen ? undefined : 'Choose a report first'}
            onPress={() => model.dispatch({ kind: 'settings', isHidden: true })}
          >
            HIDE SETTINGS
          </Button>
        </div>
      </div>
      <RecentList
        recents={recents}
        current={topicOf(selection)}
        ownEntity={ownEntity}
        onChoose={(topic) => model.dispatch({ kind: 'recent', topic })}
      />
      <ul className="quiet hints">
        <li>Marked days have a snapshot. Any other day shows the latest one before it.</li>
        <li>Click the report name to show the settings again.</li>
        <li>Clear Update Live to pause; select it to catch up.</li>
        <li>Show Metadata adds a tab with who published the report, and when.</li>
      </ul>
    </section>
  );
});
