import type { PageComparison } from '@sheetwire/page/compare/compare-reports';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { makeInWorker } from '#features/export/make-in-worker.ts';
import { saveFile } from '#features/export/save-file.ts';
import { Taking } from '#features/export/taking.ts';
import { useServices } from '#services.ts';
import { Button } from '#ui/button.tsx';
import { listPage } from './list-page.ts';

interface ListDownloadProps {
  readonly topic: string;
  readonly pages: readonly PageComparison[];
  readonly names: readonly [older: string, newer: string];
  /** The day of the older side. */
  readonly day: string | null;
}

/** The differences of all pages as a file of comma separated text. */
export function ListDownload({ topic, pages, names, day }: ListDownloadProps) {
  const { clock } = useServices();
  const [taking] = useState(
    () => new Taking({ make: makeInWorker, save: (file, name) => saveFile(file, name, clock), clock }),
  );
  useEffect(() => () => taking.cancel(), [taking]);
  const state = useStore(taking.state);
  const take = () => {
    const facts = { topic, publishedAt: undefined, sender: '', shownDate: day, metadata: {} };
    const report = { pages: [listPage(pages, names)], facts, baseUrl: location.origin };
    void taking.take({ kind: 'csv', report, page: 'differences since' });
  };
  return (
    <>
      <Button
        kind="quiet"
        size="icon"
        icon="download"
        aria-label="Download list"
        hint="Download list as CSV"
        isBusy={state.state === 'making'}
        onPress={take}
      />
      <span role="status" className="hide">
        {'words' in state ? state.words : ''}
      </span>
    </>
  );
}
