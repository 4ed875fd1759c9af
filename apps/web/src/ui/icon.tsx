import type { ReactNode } from 'react';

/** Drawings on a 16 px grid, 1.5 px stroke, round joins (look: Icons). */
const drawings = {
  alert: <path d="M8 2.2 14.6 13.6H1.4zM8 6.5v3.3M8 11.7v.1" />,
  'badge-off': <path d="m3 3 10 10M13 3 3 13" strokeWidth="3" />,
  'badge-off-unsaved': (
    <>
      <path d="M8 1.5 15 14H1z" fill="currentColor" />
      <path d="M8 6v4M8 12v.1" stroke="var(--bar)" strokeWidth="1.8" />
    </>
  ),
  'badge-ok': <circle cx="8" cy="8" r="5" strokeWidth="2" />,
  'badge-unsaved': <path d="m8 1.5 6.5 6.5L8 14.5 1.5 8z" fill="currentColor" />,
  calendar: <path d="M2.2 3.5h11.6v10.3H2.2zM2.2 6.7h11.6M5.2 1.8v3M10.8 1.8v3" />,
  camera: (
    <>
      <path d="M1.8 4.8h3l1.2-2h4l1.2 2h3v8.4H1.8z" />
      <circle cx="8" cy="8.7" r="2.3" />
    </>
  ),
  check: <path d="m3 8.4 3.3 3.4L13 4.8" />,
  clock: (
    <>
      <circle cx="8" cy="8" r="6.2" />
      <path d="M8 4.5V8l2.3 1.6" />
    </>
  ),
  close: <path d="m4 4 8 8M12 4l-8 8" />,
  compare: <path d="M2.2 3h4.6v10H2.2zM9.2 3h4.6v10H9.2z" />,
  copy: <path d="M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3" />,
  directory: <path d="M6 2.2h4v3.3H6zM1.7 10.5h4v3.3h-4zM10.3 10.5h4v3.3h-4zM8 5.5V8M3.7 10.5V8h8.6v2.5" />,
  dot: <circle cx="8" cy="8" r="1.6" />,
  down: <path d="m4 6.2 4 4 4-4" />,
  download: <path d="M8 2.2v7.6M4.8 6.9 8 10.1l3.2-3.2M2.5 13.3h11" />,
  exit: <path d="M6.5 2.5h-4v11h4M10 4.8 13.2 8 10 11.2M13 8H6" />,
  eye: (
    <>
      <path d="M1.5 8s2.3-4.3 6.5-4.3S14.5 8 14.5 8 12.2 12.3 8 12.3 1.5 8 1.5 8Z" />
      <circle cx="8" cy="8" r="1.9" />
    </>
  ),
  'eye-off': (
    <path d="M6.2 4a6.6 6.6 0 0 1 1.8-.3C12.2 3.7 14.5 8 14.5 8a10 10 0 0 1-2 2.4M4.2 5A10.3 10.3 0 0 0 1.5 8S3.8 12.3 8 12.3a6.6 6.6 0 0 0 3.5-1M2.5 2.5l11 11" />
  ),
  folder: <path d="M1.8 13V3.3h4.5l1.5 2h6.4V13z" />,
  help: (
    <>
      <circle cx="8" cy="8" r="6.2" />
      <path d="M6.2 6.3a1.9 1.9 0 1 1 2.7 1.8c-.6.3-.9.7-.9 1.3M8 11.6v.1" />
    </>
  ),
  history: <path d="M2.5 8a5.5 5.5 0 1 1 1.6 3.9L2.5 10.3M2.5 13.5v-3.2h3.2M8 5v3l2 1.4" />,
  home: <path d="M2 7.2 8 2.2l6 5M3.6 6v7.8h8.8V6M6.5 13.8v-4h3v4" />,
  info: (
    <>
      <circle cx="8" cy="8" r="6.2" />
      <path d="M8 7.3v4M8 4.7v.1" />
    </>
  ),
  key: (
    <>
      <circle cx="5" cy="11" r="2.8" />
      <path d="m7 9 6.3-6.3M11 5l2 2" />
    </>
  ),
  left: <path d="m9.8 4-4 4 4 4" />,
  live: (
    <>
      <circle cx="8" cy="8" r="1.6" fill="currentColor" />
      <path d="M4.6 11.4a4.8 4.8 0 0 1 0-6.8M11.4 4.6a4.8 4.8 0 0 1 0 6.8" />
    </>
  ),
  lock: <path d="M3.2 7h9.6v6.8H3.2zM5.2 7V5a2.8 2.8 0 0 1 5.6 0v2" />,
  logo: (
    <>
      <path d="M11.5 3.5H6.25a2.25 2.25 0 0 0 0 4.5h3.5a2.25 2.25 0 0 1 0 4.5H4.5" />
      <path d="M12.5 2h2v3h-2zM1.5 11h2v3h-2z" fill="currentColor" />
    </>
  ),
  mail: <path d="M1.8 3.5h12.4v9H1.8zM2 4l6 5 6-5" />,
  pause: <path d="M5.5 3.5v9M10.5 3.5v9" />,
  people: (
    <>
      <circle cx="6" cy="5.4" r="2.4" />
      <path d="M1.5 13.5c.4-2.4 2.1-3.7 4.5-3.7s4.1 1.3 4.5 3.7M10.5 3.2a2.4 2.4 0 0 1 0 4.4M12 10c1.4.5 2.3 1.7 2.5 3.5" />
    </>
  ),
  person: (
    <>
      <circle cx="8" cy="5.2" r="2.7" />
      <path d="M2.8 13.8c.5-2.6 2.5-4 5.2-4s4.7 1.4 5.2 4" />
    </>
  ),
  phone: <path d="M4.5 1.8h7v12.4h-7zM7.2 12h1.6" />,
  plus: <path d="M8 3v10M3 8h10" />,
  retry: <path d="M13.5 8a5.5 5.5 0 1 1-1.6-3.9L13.5 5.7M13.5 2.5v3.2h-3.2" />,
  right: <path d="m6.2 4 4 4-4 4" />,
  screen: <path d="M1.8 2.8h12.4v8.4H1.8zM8 11.2v2.3M5.3 13.6h5.4" />,
  search: (
    <>
      <circle cx="7" cy="7" r="4.6" />
      <path d="m10.5 10.5 3.5 3.5" />
    </>
  ),
  sheet: <path d="M2.2 2.5h11.6v11H2.2zM2.2 6.2h11.6M2.2 9.8h11.6M6.2 6.2v7.3" />,
  silent: (
    <>
      <circle cx="8" cy="8" r="1.6" />
      <path d="M4.6 11.4a4.8 4.8 0 0 1 0-6.8M11.4 4.6a4.8 4.8 0 0 1 0 6.8M2.5 2.5l11 11" />
    </>
  ),
  star: <path d="m8 1.9 1.9 3.9 4.2.6-3 3 .7 4.2L8 11.6l-3.8 2 .7-4.2-3-3 4.2-.6z" />,
  up: <path d="m4 9.8 4-4 4 4" />,
  wrench: (
    <path d="M13.7 4.6 11.3 7 9 6.9 9 4.7l2.4-2.4a3.7 3.7 0 0 0-4.9 4.6L2.4 11a1.85 1.85 0 0 0 2.6 2.6l4.1-4.1a3.7 3.7 0 0 0 4.6-4.9Z" />
  ),
} as const satisfies Record<string, ReactNode>;

export type IconName = keyof typeof drawings;

/** Every icon, for the kit page. */
export const iconNames = Object.keys(drawings).filter((name): name is IconName => name in drawings);

/** An icon; decoration only, so words always stand beside it or in its button's label. */
export function Icon({ name, className = '' }: { name: IconName; className?: string }) {
  return (
    <svg className={`icon ${className}`} viewBox="0 0 16 16" aria-hidden="true">
      {drawings[name]}
    </svg>
  );
}
