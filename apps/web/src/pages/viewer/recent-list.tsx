import { limits } from '@sheetwire/contract/limits';
import { useId } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { useServices } from '#services.ts';
import { Icon } from '#ui/icon.tsx';
import { ReportLabel } from '#ui/report-label.tsx';

const noneYet = 'Reports you open are listed here';

interface RecentListProps {
  readonly recents: readonly string[];
  readonly current: string | undefined;
  readonly ownEntity: string;
  readonly onChoose: (topic: string) => void;
}

/** Recently opened reports, most recent first; on phones a select of 4 rows (spec 2). */
export function RecentList(props: RecentListProps) {
  const { isMobile } = useServices();
  const id = useId();
  return (
    <div className="field recents">
      <span className="label" id={id}>
        Recent
      </span>
      {isMobile ? <RecentSelect {...props} labelledBy={id} /> : <RecentBox {...props} labelledBy={id} />}
    </div>
  );
}

function RecentBox({ recents, current, ownEntity, onChoose, labelledBy }: RecentListProps & { labelledBy: string }) {
  return (
    <ListBox
      className="list recent"
      aria-labelledby={labelledBy}
      items={recents.slice(0, limits.recentRows.desktop).map((id) => ({ id }))}
      selectionMode="single"
      escapeKeyBehavior="none"
      selectedKeys={current ? [current] : []}
      onSelectionChange={(keys) => {
        // None: the one that is shown was selected again.
        const [chosen = current] = keys === 'all' ? [] : [...keys];
        if (chosen !== undefined) onChoose(String(chosen));
      }}
      renderEmptyState={() => <p className="list-head">{noneYet}</p>}
    >
      {({ id }) => (
        <ListBoxItem id={id} textValue={id} className="option">
          <Icon name="sheet" />
          <span className="name" title={id}>
            <ReportLabel topic={id} ownEntity={ownEntity} isOneLine />
          </span>
        </ListBoxItem>
      )}
    </ListBox>
  );
}

function RecentSelect({ recents, current, ownEntity, onChoose, labelledBy }: RecentListProps & { labelledBy: string }) {
  return (
    <select
      className="list recent-select"
      aria-labelledby={labelledBy}
      size={limits.recentRows.mobile}
      value={current ?? ''}
      onChange={(event) => onChoose(event.currentTarget.value)}
    >
      {recents.length === 0 ? <option disabled>{noneYet}</option> : null}
      {recents.map((topic) => (
        <option key={topic} value={topic}>
          {topic.startsWith(`${ownEntity}/`) ? topic.slice(ownEntity.length + 1) : topic}
        </option>
      ))}
    </select>
  );
}
