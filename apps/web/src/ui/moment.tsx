import { momentWords, utcWords } from '#lib/moment-words.ts';

/** A time as this place reads it, with UTC on hover. */
export function Moment({ utc, now }: { utc: string; now: number }) {
  const at = new Date(utc);
  if (Number.isNaN(at.getTime())) return 'at an unknown time';
  return (
    <time dateTime={utc} title={`${utcWords(at)} UTC`}>
      {momentWords(at, new Date(now))}
    </time>
  );
}
