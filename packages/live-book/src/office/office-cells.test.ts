import { cellValue } from '@sheetwire/contract/publish';
import { expect, test } from 'vitest';
import type { OfficeRange } from './office-api.ts';
import { cellsOfRange } from './office-cells.ts';

/** A range of one row as Excel hands it over. */
function rangeOf(values: unknown[], types: string[]): Pick<OfficeRange, 'values' | 'text' | 'valueTypes'> {
  return { values: [values], text: [values.map(String)], valueTypes: [types] };
}

test('every error is one that the portal takes, in whatever language Excel names it', () => {
  const errors = ['#DIV/0!', '#N/A', '#SPILL!', '#ССЫЛКА!', '#¡REF!', '#EXTERNAL_SERVICE_FAILED!'];
  const { values, texts } = cellsOfRange(
    rangeOf(
      errors,
      errors.map(() => 'Error'),
    ),
  );
  expect(values[0]?.map((value) => cellValue.safeParse(value).success)).toEqual(errors.map(() => true));
  expect(values[0]?.slice(2, 4)).toEqual([{ error: '#SPILL!' }, { error: '#VALUE!' }]);
  expect(texts[0]).toEqual(errors);
});

test('an empty cell and an empty text are the same to viewers', () => {
  expect(cellsOfRange(rangeOf(['', ''], ['Empty', 'String'])).values).toEqual([[null, null]]);
});
