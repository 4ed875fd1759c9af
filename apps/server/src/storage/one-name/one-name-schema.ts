import { type Types, table } from '../column-types.ts';

/** What stored names were spelled like before names that read the same became one, and why some are numbered now. */
export function renamedNameTable(t: Types): string[] {
  const { key, text, int } = t;
  return [
    table(
      'renamed_name',
      [
        `kind ${key} not null`,
        `was ${key} not null`,
        `is_now ${key} not null`,
        `why ${text} not null`,
        `at ${int} not null`,
        'primary key (kind, was)',
      ],
      t,
    ),
  ];
}
