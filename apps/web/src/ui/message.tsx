import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

export type Tone = 'green' | 'amber' | 'red' | 'blue';

/** A state in words, with an icon, so that it never rests on colour alone. */
export function Chip({ tone, icon, children }: { tone?: Tone | undefined; icon: IconName; children: ReactNode }) {
  return (
    <span className="chip" data-tone={tone}>
      <Icon name={icon} />
      {children}
    </span>
  );
}

interface BannerProps {
  readonly tone?: Tone;
  readonly icon?: IconName;
  /** Said at once by screen readers; for what just happened, not for what was there on load. */
  readonly isAlert?: boolean;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** A message across the page, with an action at its end. */
export function Banner({ tone, icon = 'info', isAlert = false, action, children }: BannerProps) {
  return (
    <div className="banner" data-tone={tone} role={isAlert ? 'alert' : undefined}>
      <Icon name={icon} />
      <p className="text">{children}</p>
      {action}
    </div>
  );
}

/** The page waits and says for what; under it, what else there is to know or to do. */
export function Waiting({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="state">
      <span className="spinner" aria-hidden="true" />
      <p role="status">{text}</p>
      {children}
    </div>
  );
}

/** The same in one line, for a part of a page. */
export function WaitingLine({ text }: { text: string }) {
  return (
    <p className="row quiet" role="status">
      <span className="spinner" data-size="s" aria-hidden="true" />
      {text}
    </p>
  );
}

/** Nothing to show, with the reason and what to do next. */
export function Notice({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <div className="state">
      <Icon name={icon} />
      {children}
    </div>
  );
}
