import './chart-table.css';
import { useEffect, useRef, useState } from 'react';
import { ReportDialog } from '#features/keys/report-dialog.tsx';
import { useModal } from '#ui/use-modal.ts';
import { type ChartNumbers, isNumeric, readTable } from './read-table.ts';

interface ChartTableProps {
  readonly root: ShadowRoot;
  /** The element that carries the numbers now. */
  find(): Element | null;
  readonly onClose: () => void;
}

/** The numbers of a chart, over the report; they follow the chart while they are open. */
export function ChartTableDialog({ root, find, onClose }: ChartTableProps) {
  const modal = useModal(onClose);
  const close = useRef<HTMLButtonElement>(null);
  const numbers = useNumbers(root, find);
  useEffect(() => close.current?.focus(), []);
  const title = numbers?.name ?? 'This chart no longer exists.';
  return (
    <ReportDialog {...{ modal, title, close }} className="chart-table">
      {numbers ? <Numbers numbers={numbers} name={title} /> : null}
    </ReportDialog>
  );
}

function useNumbers(root: ShadowRoot, find: () => Element | null): ChartNumbers | undefined {
  const [numbers, setNumbers] = useState(() => readTable(find()));
  useEffect(() => {
    // A changed chart is another element in its cell.
    const watch = new MutationObserver(() => setNumbers(readTable(find())));
    watch.observe(root, { childList: true, subtree: true });
    return () => watch.disconnect();
  }, [root, find]);
  return numbers;
}

function Numbers({ numbers, name }: { numbers: ChartNumbers; name: string }) {
  const { head, rows, more } = numbers;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by keys
    <section aria-label={name} className="numbers" tabIndex={0}>
      <table aria-label={name}>
        <thead>
          <tr>
            {cellsOf(head).map(({ place, text }) => (
              <Head key={place} text={text} isNumber={isNumberColumn(rows, place)} />
            ))}
          </tr>
        </thead>
        <tbody>
          {cellsOf(rows).map(({ place, text: row }) => (
            <tr key={place}>
              {cellsOf(head).map(({ place: column }) => (
                <td key={column} data-num={isNumeric(row[column] ?? '') || undefined}>
                  {row[column]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {more === undefined ? null : <p className="quiet">{more}</p>}
    </section>
  );
}

/** A column without a name has no head to read out. */
function Head({ text, isNumber }: { text: string; isNumber: boolean }) {
  if (text === '') return <td />;
  return (
    <th scope="col" data-num={isNumber || undefined}>
      {text}
    </th>
  );
}

/** Texts may be the same: their places are what they are. */
function cellsOf<T>(list: readonly T[]): { readonly place: number; readonly text: T }[] {
  return list.map((text, place) => ({ place, text }));
}

function isNumberColumn(rows: ChartNumbers['rows'], column: number): boolean {
  return rows.some((row) => isNumeric(row[column] ?? ''));
}
