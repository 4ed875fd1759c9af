import { Fragment } from 'react';

interface ReportLabelProps {
  readonly topic: string;
  readonly ownEntity: string;
  /** In a row of one line: a chance to break would break it all the same. */
  readonly isOneLine?: boolean;
}

/** A topic as people read it: the user's own entity left out, quiet slashes between the parts (spec 3). */
export function ReportLabel({ topic, ownEntity, isOneLine }: ReportLabelProps) {
  const [entity = '', ...rest] = topic.split('/');
  const [first = '', ...others] = entity === ownEntity ? rest : [entity, ...rest];
  let path = first;
  return (
    <span className="name">
      {first}
      {others.map((part) => {
        path = `${path}/${part}`;
        return (
          <Fragment key={path}>
            <span className="slash">/</span>
            {isOneLine ? null : <wbr />}
            {part}
          </Fragment>
        );
      })}
    </span>
  );
}
