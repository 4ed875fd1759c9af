import { useEffect, useRef } from 'react';

interface ReportHostProps {
  readonly host: HTMLElement;
  readonly isShown: boolean;
  readonly label: string;
}

/** Keeps a place for the report's host; React never renders into it (architecture 7). */
export function ReportHost({ host, isShown, label }: ReportHostProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.append(host);
    return () => host.remove();
  }, [host]);
  useEffect(() => {
    host.hidden = false;
    host.setAttribute('aria-label', label);
  }, [host, label]);
  return <div ref={place} className="report-place" hidden={!isShown} />;
}
