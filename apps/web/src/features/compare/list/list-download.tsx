import type { PageComparison } from '@sheetwire/page/compare/compare-reports';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { makeInWorker } from '#features/export/make-in-worker.ts';
import { saveFile } from '#features/export/save-file.ts';
import { Taking } from '#features/export/taking.ts';
import { useServices } from '#services.ts';
import { Button } from '#ui/button.tsx';
import { type ComparedSides, listPage, listTime } from './list-page.ts';

interface ListDownloadProps extends ComparedSides {
  readonly topic: string;
  readonly pages: readonly PageComparison[];
}

/** The differences of all pages as a file of comma separated text. */
export function ListDownload({ topic, pages, ...sides }: ListDownloadProps) {
  const { clock } = useServices();
  const [taking] = useState(
    () => new Taking({ make: makeInWorker, save: (file, name) => saveFile(file, name, clock), clock }),
  );
  useEffect(() => () => taking.cancel(), [taking]);
  const state = useStore(taking.state);
  const take = () => {
    const facts = { topic, ...listTime(sides.older), sender: '', metadata: {} };
    const report = { pages: [listPage(pages, sides)], facts, baseUrl: location.origin };
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
