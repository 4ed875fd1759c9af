import type { Types } from '../../column-types.ts';

/** What says that a row is as the server wrote it; empty in rows that came before (decision 67). */
export function sealColumns({ text }: Types): string[] {
  const column = (table: string, name: string) => `alter table ${table} add column ${name} ${text} not null default ''`;
  return [
    column('version', 'hash'),
    column('version', 'previous'),
    column('version', 'seal'),
    column('keyframe', 'seal'),
  ];
}
