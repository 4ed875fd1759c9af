import { useId, useRef } from 'react';
import { useStore } from 'zustand';
import type { ListedReport, PublishingModel } from '#features/publishing/publishing-model.ts';
import { publisherWords, some } from '#features/publishing/words.ts';
import { Button } from '#ui/button.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';
import { FilterField } from '#ui/long/filter-field.tsx';
import { OptionList } from '#ui/long/option-list.tsx';
import { ReportLabel } from '#ui/report-label.tsx';

const icons = { connected: 'live', silent: 'silent', none: 'sheet' } as const satisfies Record<
  ListedReport['publisher'],
  IconName
>;

/** The reports that the user may publish: the server looks through them and answers so many at a time. */
export function ReportList({ model, ownEntity }: { model: PublishingModel; ownEntity: string }) {
  const id = useId();
  const { reports, total, hasMore, search, selected } = useStore(model.store);
  const list = useRef<HTMLDivElement>(null);
  return (
    <aside className="panel" aria-labelledby={id}>
      <header>
        <h2 id={id}>Reports</h2>
        <span className="quiet" role="status">
          {total.toLocaleString('en-US')}
        </span>
      </header>
      <FilterField
        value={search}
        onChange={(text) => model.search(text)}
        onDown={() => list.current?.querySelector<HTMLElement>('[role=listbox]')?.focus()}
      />
      <div ref={list}>
        {reports.length > 0 ? (
          <OptionList
            {...{ labelledBy: id, items: reports, selected, className: 'option' }}
            onSelect={(topic) => model.select(topic)}
            keyOf={({ topic }) => topic}
            titleOf={({ topic, publisher, isLive, timeUtc, viewers, waitingUtc }) =>
              `${topic}: ${waitingUtc === undefined ? '' : 'a publish is waiting for approval, '}${publisherWords({ publisher, isLive, timeUtc }).toLowerCase()}, ${some(viewers, 'viewer')} now`
            }
          >
            {({ topic, publisher, viewers, waitingUtc }) => (
              <>
                <Icon name={waitingUtc === undefined ? icons[publisher] : 'pause'} />
                <ReportLabel topic={topic} ownEntity={ownEntity} isOneLine />
                {waitingUtc === undefined ? null : <span>waiting</span>}
                {viewers > 0 && waitingUtc === undefined ? <span>{viewers.toLocaleString('en-US')} now</span> : null}
              </>
            )}
          </OptionList>
        ) : (
          <p className="list-head none">No matches</p>
        )}
      </div>
      {hasMore ? (
        <div className="pad">
          <Button onPress={() => model.more()}>Show more</Button>
        </div>
      ) : null}
    </aside>
  );
}
