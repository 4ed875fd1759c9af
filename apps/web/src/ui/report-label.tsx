import { Fragment } from 'react';

/** A topic as people read it: the user's own entity left out, quiet slashes between the parts (spec 3). */
export function ReportLabel({ topic, ownEntity }: { topic: string; ownEntity: string }) {
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
            <wbr />
            {part}
          </Fragment>
        );
      })}
    </span>
  );
}
