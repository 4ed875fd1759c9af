import './export.css';
import { figurePath } from '@sheetwire/contract/verify/path';
import { isMetadataPage } from '@sheetwire/rules/page-name';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { giveLink } from '#features/given-links/given-links.ts';
import { mayWriteClipboard, toClipboard } from '#features/report-document/copy/to-clipboard.ts';
import { pagesOf } from '#features/report-document/pages-of.ts';
import type { DocumentPage, ShownContent } from '#features/report-document/shown-document.ts';
import type { ReportInfo } from '#features/viewer/report-view.ts';
import { parseWireTime } from '#lib/published.ts';
import { useServices } from '#services.ts';
import { Button } from '#ui/button.tsx';
import { Banner } from '#ui/message.tsx';
import { withPictures } from './fetch-pictures.ts';
import type { FileRequest } from './make-file.ts';
import { type Making, makeInWorker } from './make-in-worker.ts';
import { printWhole } from './print-whole.ts';
import { saveFile } from './save-file.ts';
import { Taking } from './taking.ts';

const NO_CLIPBOARD = 'Select cells and press Ctrl+C; without HTTPS, the browser blocks this button';

export interface TakeAwayProps {
  readonly report: ReportInfo;
  readonly content: ShownContent;
  /** The shown page: its name, and its number unless it is made of the metadata alone. */
  readonly page: { readonly name: string; readonly number: number | undefined };
  /** Why the report is not live, for its file. */
  readonly notLive: string | undefined;
  readonly onClose: () => void;
}

/** What is shown, as a file, on paper or on the clipboard. */
export function TakeAway({ report, content, page, notLive, onClose }: TakeAwayProps) {
  const id = useId();
  const { clock, call } = useServices();
  const section = useRef<HTMLElement>(null);
  const [taking] = useState(
    () => new Taking({ make: makeWithPictures, save: (file, name) => saveFile(file, name, clock), clock }),
  );
  useEffect(() => () => taking.cancel(), [taking]);
  useEffect(() => section.current?.querySelector('button')?.focus(), []);
  useEscape(section, onClose);
  /** All pages as they are, or a word that they are on their way. */
  const withPages = (run: (pages: readonly DocumentPage[]) => void) => {
    const pages = pagesOf(content);
    if (pages.length > 0) run(pages);
    else taking.fail('The report is still loading; try again in a moment.');
  };
  const take = (kind: 'xlsx' | 'csv', name: string | undefined) =>
    withPages((pages) => {
      if (kind === 'xlsx') giveLink(call, report);
      const taken = name === undefined ? pages : pages.filter((_, number) => number === page.number);
      void taking.take({ kind, page: name, report: takenReport(report, taken, notLive) });
    });
  const printAll = () => withPages((pages) => printWhole(pages.filter(({ name }) => !isMetadataPage(name))));
  const copy = () => void toClipboard(content.copied()).then(...outcome(taking));
  const count = report.pageNames.filter((name) => !isMetadataPage(name)).length;
  const none = page.number === undefined ? 'This page has no cells' : undefined;
  return (
    <section ref={section} className="take-away" aria-labelledby={id}>
      <h2 id={id}>Export</h2>
      <div className="choices">
        <Group label={`This page: ${page.name}`}>
          <Button onPress={() => take('xlsx', page.name)}>Excel (.xlsx)</Button>
          <Button disabledReason={none} onPress={() => take('csv', page.name)}>
            CSV (.csv)
          </Button>
          <Button onPress={() => print()}>Print</Button>
          <Button disabledReason={none ?? (mayWriteClipboard() ? undefined : NO_CLIPBOARD)} onPress={copy}>
            Copy
          </Button>
        </Group>
        <Group label={`Whole report: ${count === 1 ? '1 page' : `${count} pages`}`}>
          <Button onPress={() => take('xlsx', undefined)}>Excel (.xlsx)</Button>
          <Button onPress={printAll}>Print</Button>
        </Group>
        <Button kind="quiet" onPress={onClose}>
          CLOSE
        </Button>
      </div>
      <Progress taking={taking} />
    </section>
  );
}

function Group({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <fieldset>
      <legend>{label}</legend>
      <div className="row">{children}</div>
    </fieldset>
  );
}

/** How far the file is, and what came of it. */
function Progress({ taking }: { readonly taking: Taking }) {
  const now = useStore(taking.state);
  if (now.state === 'failed') {
    return (
      <Banner tone="red" icon="alert" isAlert>
        {now.words}
      </Banner>
    );
  }
  return (
    <div className="row told">
      {now.state === 'making' ? (
        <>
          <progress aria-label={now.name} value={now.percent} max={100} />
          <span>
            {now.percent} % of {now.name}
          </span>
          <Button size="small" onPress={() => taking.cancel()}>
            CANCEL
          </Button>
        </>
      ) : null}
      <span role="status">{now.state === 'done' ? now.words : ''}</span>
    </div>
  );
}

function outcome(taking: Taking) {
  const done = () => taking.tell('Page copied.');
  const failed = () => taking.tell('The browser blocked copying. Select cells and press Ctrl+C.');
  return [done, failed] as const;
}

async function makeWithPictures(request: FileRequest, making: Making): Promise<Blob> {
  return await makeInWorker(await withPictures(request, making.signal), making);
}

function takenReport(report: ReportInfo, pages: readonly DocumentPage[], notLive: string | undefined) {
  const { topic, sender, shownDate, metadata, time } = report;
  const shownAt = report.shownAt === undefined ? undefined : new Date(report.shownAt);
  const verifyAt = `${location.origin}${figurePath(report)}`;
  const facts = { topic, sender, shownDate, shownAt, notLive, metadata, verifyAt, publishedAt: parseWireTime(time) };
  return { pages, facts, baseUrl: location.origin };
}

function useEscape(place: { readonly current: HTMLElement | null }, onClose: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose();
    };
    const element = place.current;
    element?.addEventListener('keydown', onKey);
    return () => element?.removeEventListener('keydown', onKey);
  });
}
