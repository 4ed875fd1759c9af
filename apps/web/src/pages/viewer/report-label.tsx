import { Fragment } from 'react';

/** A topic as people read it: the user's own entity left out, quiet slashes between the parts (spec 3). */
export function ReportLabel({ topic, ownEntity }: { topic: string; ownEntity: string }) {
  const parts = topic.split('/');
  const shown = parts[0] === ownEntity ? parts.slice(1) : parts;
  return (
    <span className="name">
      {shown.map((part, place) => (
        <Fragment key={`${place}-${part}`}>
          {place > 0 ? <span className="slash">/</span> : null}
          {part}
        </Fragment>
      ))}
    </span>
  );
}
