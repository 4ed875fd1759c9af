import './debug-log.css';
import { useEffect, useId, useRef } from 'react';
import { useStore } from 'zustand';
import { lineOf } from '#features/live/line-of.ts';
import type { ReportStatus } from '#features/viewer-ports.ts';
import type { Readable } from '#lib/observable.ts';
import { useServices } from '#services.ts';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import type { DebugLog } from './debug-log.ts';
import { followLoop } from './follow-loop.ts';

interface DebugLogPanelProps {
  readonly log: DebugLog;
  readonly status: Readable<ReportStatus>;
}

/** The debug log at the bottom of the viewer, newest line last (spec 2: with a 'Clear Log' button). */
export function DebugLogPanel({ log, status }: DebugLogPanelProps) {
  const services = useServices();
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  /** Whoever scrolled up to read is left there. */
  const isAtEnd = useRef(true);
  const { lines } = useStore(log.store);
  useEffect(() => followLoop(log, { live: lineOf(services), status }), [log, services, status]);
  // After each drawing: whatever made the lines longer, who stood at their end stands there still.
  useEffect(() => {
    if (isAtEnd.current && box.current) box.current.scrollTop = box.current.scrollHeight;
  });
  const noteScroll = () => {
    const { scrollTop = 0, clientHeight = 0, scrollHeight = 0 } = box.current ?? {};
    isAtEnd.current = scrollTop + clientHeight >= scrollHeight - 1;
  };
  return (
    <section className="debug-log" aria-labelledby={id}>
      <header className="row">
        <h2 id={id}>Debug log</h2>
        <span className="quiet">{lines.length === 1 ? '1 line' : `${lines.length} lines`}</span>
        <span className="grow" />
        <CopyButton
          text={lines.map(({ text }) => text).join('\n')}
          label="Copy the debug log"
          shownIn={() => box.current}
        />
        <Button size="small" onPress={() => log.clear()}>
          Clear Log
        </Button>
      </header>
      <div
        ref={box}
        className="mono lines"
        role="log"
        aria-live="off"
        aria-labelledby={id}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by the keys
        tabIndex={0}
        onScroll={noteScroll}
      >
        {lines.map((line) => (
          <span key={line.id}>{`${line.text}\n`}</span>
        ))}
      </div>
    </section>
  );
}
