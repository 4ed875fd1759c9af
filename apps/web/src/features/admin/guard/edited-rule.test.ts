import { expect, test } from 'vitest';
import { formKey, placeOf } from './edited-rule.ts';
import { errors, moved } from './test-guard.ts';

test('an edited rule is found again where it stands by now, and is a new one when it is gone', () => {
  const edited = { at: 1, rule: moved };
  expect(placeOf(edited, [errors, moved])).toBe(1);
  expect(placeOf(edited, [moved, errors])).toBe(0);
  expect(placeOf(edited, [errors, errors])).toBe(2);
  expect(placeOf({ at: 1, rule: errors }, [errors, errors, moved])).toBe(1);
  expect(placeOf({ at: 1, rule: undefined }, [errors, moved])).toBe(2);
});

test('a rule that is edited after another one has a form of its own, wherever the two stand', () => {
  const edited = { at: 1, rule: moved };
  expect(formKey({ at: 1, rule: errors })).not.toBe(formKey(edited));
  expect(formKey({ at: 1, rule: undefined })).not.toBe(formKey(edited));
  expect(formKey({ ...edited })).toBe(formKey(edited));
});
