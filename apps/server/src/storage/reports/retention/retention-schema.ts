import { type Types, table } from '../../column-types.ts';

/** How long the versions of a report are kept where that is less than the server says (time 1). */
export function retentionTables(t: Types): string[] {
  const { key, int } = t;
  const columns = [
    `topic ${key} not null primary key`,
    `version_hours ${int}`,
    `minute_days ${int}`,
    `hour_days ${int}`,
  ];
  return [table('retention', columns, t)];
}
