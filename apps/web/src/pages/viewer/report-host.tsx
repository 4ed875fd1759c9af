import { useEffect, useRef } from 'react';
import { readerIn } from '#features/report-document/focus/reader-in.ts';

interface ReportHostProps {
  readonly host: HTMLElement;
  readonly isShown: boolean;
  readonly label: string;
}

/** Keeps a place for the report's host; React never renders into it (architecture 7). */
export function ReportHost({ host, isShown, label }: ReportHostProps) {
  const place = useRef<HTMLDivElement>(null);
  /** Of a reader who was at work in it before the script came. */
  const comeBack = useRef<() => void>(undefined);
  useEffect(() => {
    comeBack.current = readerIn(host);
    place.current?.append(host);
    return () => host.remove();
  }, [host]);
  // Nobody scrolls in what is hidden, or has the focus there.
  useEffect(() => {
    if (isShown) comeBack.current?.();
    if (isShown) comeBack.current = undefined;
  }, [isShown]);
  useEffect(() => {
    host.hidden = false;
    host.setAttribute('aria-label', label);
  }, [host, label]);
  return <div ref={place} className="report-place" hidden={!isShown} />;
}
