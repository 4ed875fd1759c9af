import type { Output } from '@sheetwire/contract/call';
import type { versions } from '@sheetwire/contract/past/calls';
import type { Silence } from './play-clock.ts';
import { type Span, shareOf } from './strip-scale.ts';
import type { ToldBucket } from './time-words.ts';

type Bucket = Output<typeof versions>['buckets'][number];

/** A part of the strip; times are epoch ms. */
export interface Part extends ToldBucket {
  readonly from: number;
  readonly to: number;
  readonly firstVersion: number;
}

/** The strip's drawing is this wide and high, whatever it takes on the screen. */
export const drawn = { width: 1000, height: 24 } as const;
const LEAST_WIDTH = 2;
const LEAST_HEIGHT = 3;

/** The buckets of an answer with their times as numbers. */
export function partsOf(buckets: readonly Bucket[]): Part[] {
  return buckets.map(({ from, to, ...bucket }) => ({ ...bucket, from: Date.parse(from), to: Date.parse(to) }));
}

const markKinds = ['snapshot', 'tag', 'rollback', 'held'] as const;
export type MarkKind = (typeof markKinds)[number];

export interface Drawing {
  /** Paths: how much changed when, by the usual publisher and by others. */
  readonly usual: string;
  readonly others: string;
  readonly silences: readonly { readonly x: number; readonly width: number }[];
  /** Snapshots, tags, rollbacks and what waits for approval, and where they are. */
  readonly marks: readonly { readonly kind: MarkKind; readonly share: number }[];
}

/** How much changed when, as bars: a few cells beside thousands are still seen. */
export function drawingOf(parts: readonly Part[], span: Span): Drawing {
  const published = parts.filter(({ kind }) => kind === 'publish');
  const most = Math.max(1, ...published.map(weight));
  const usual = usualPublisher(published);
  const bar = (part: Part) => {
    const [x, end] = [part.from, part.to].map((at) => shareOf(at, span) * drawn.width);
    const left = Math.min(x ?? 0, drawn.width - LEAST_WIDTH);
    const width = Math.max(LEAST_WIDTH, (end ?? 0) - left);
    const height = LEAST_HEIGHT + (drawn.height - LEAST_HEIGHT) * (Math.log1p(weight(part)) / Math.log1p(most));
    return `M${left.toFixed(1)} ${drawn.height}v${(-height).toFixed(1)}h${width.toFixed(1)}v${height.toFixed(1)}z`;
  };
  const path = (isUsual: boolean) =>
    published
      .filter(({ by }) => (by === usual) === isUsual)
      .map(bar)
      .join('');
  return {
    usual: path(true),
    others: path(false),
    silences: silencesOf(parts).map(({ from, to }) => {
      const x = shareOf(from, span) * drawn.width;
      return { x, width: shareOf(to, span) * drawn.width - x };
    }),
    marks: parts.flatMap(({ kind, from }) => {
      const mark = markKinds.find((one) => one === kind);
      return mark === undefined ? [] : [{ kind: mark, share: shareOf(from, span) }];
    }),
  };
}

/** The times in which nothing was published. */
export function silencesOf(parts: readonly Part[]): Silence[] {
  return parts.filter(({ kind }) => kind === 'silence');
}

/** What the strip shows at a time: what waits, a rollback, tag or snapshot that is near, else what was published or that nothing was. */
export function partAt(parts: readonly Part[], at: number, reach: number): Part | undefined {
  const distance = ({ from, to }: Part) => Math.max(0, from - at, at - to);
  const near = parts.filter((part) => distance(part) <= reach);
  const nearest = (kind: Part['kind']) =>
    near.filter((part) => part.kind === kind).sort((a, b) => distance(a) - distance(b))[0];
  const kinds = ['held', 'rollback', 'tag', 'snapshot', 'publish', 'silence'] as const;
  return kinds.map(nearest).find((part) => part !== undefined);
}

/** Who published most of it. */
function usualPublisher(published: readonly Part[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { by, versions } of published) counts.set(by, (counts.get(by) ?? 0) + versions);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}

function weight({ cells, versions }: Part): number {
  return Math.max(cells, versions);
}
