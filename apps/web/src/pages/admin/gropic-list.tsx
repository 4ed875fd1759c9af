import { useMemo } from 'react';
import { type ChoiceItem, ChoiceList } from '#ui/long/choice-list.tsx';
import { ReportLabel } from '#ui/report-label.tsx';

interface GropicListProps {
  readonly admined: readonly string[];
  readonly selected: string;
  readonly ownEntity: string;
  readonly onSelect: (gropic: string) => void;
}

/** 'Select to Admin': the groups and reports that the user administers, with a filter (spec 2, Admin). */
export function GropicList({ admined, selected, ownEntity, onSelect }: GropicListProps) {
  const items = useMemo(() => admined.map((gropic) => itemOf(gropic, ownEntity)), [admined, ownEntity]);
  return (
    <ChoiceList
      label="Select to Admin"
      items={items}
      selected={selected}
      onSelect={onSelect}
      emptyText="No groups or reports"
      noMatchText="No group or report matches"
    />
  );
}

function itemOf(gropic: string, ownEntity: string): ChoiceItem {
  const name = { id: gropic, text: gropic, label: <ReportLabel topic={gropic} ownEntity={ownEntity} isOneLine /> };
  const isReport = gropic.split('/').length === 3;
  return isReport ? { ...name, icon: 'sheet' } : { ...name, icon: 'folder', note: 'group' };
}
