import { auditCursor } from '@sheetwire/contract/audit';
import { allCalls } from '@sheetwire/contract/calls';
import { type AnySchema, defOf, innermost, itemOf, shapeOf } from '@sheetwire/contract/described/schema';
import { entryOf, takes } from '@sheetwire/contract/described/takes';
import { cellValue, setCell } from '@sheetwire/contract/publish';
import { chosenPages } from '@sheetwire/contract/publishing/published';
import { settingsDate } from '@sheetwire/contract/recoversettings';
import * as shapes from '@sheetwire/contract/shapes';
import { expect, test } from 'vitest';
import type { ZodMiniType } from 'zod/mini';
import { Refusal } from '#lib/refusal.ts';
import { validate } from '#lib/validate.ts';

/** Words of the validator, of its patterns and of the language: they tell a caller nothing. */
const jargon =
  /invalid|expected|received|unrecognized|regex|pattern|too (?:big|small)|NaN|undefined|\[object|\\d|\^|\$\/|zod|must match/i;

const sound = new Map<AnySchema, unknown>([
  [shapes.topic, 'ACME/RATES/DAILY'],
  [shapes.datedTopic, 'ACME/RATES/DAILY.20261123'],
  [shapes.liveTopic, 'ACME/RATES/DAILY'],
  [shapes.gropic, 'ACME/RATES'],
  [shapes.optionalGropic, ''],
  [shapes.principal, 'ACME/jane'],
  [shapes.principals, ['ACME/jane']],
  [shapes.members, ['ACME/jane']],
  [shapes.user, 'ACME/jane'],
  [shapes.group, 'ACME/TEAM'],
  [shapes.isoDate, '2026-11-23'],
  [shapes.isoTime, '2026-11-23T14:32:05Z'],
  [shapes.moment, 7],
  [shapes.browserId, 'm1'],
  [settingsDate, '2026-11-23'],
  [chosenPages, 'Prices'],
  [cellValue, 1240.5],
  [setCell, ['B7', 1240.5]],
  [auditCursor, '1-1'],
]);

/** A value that a schema takes, every field in it. */
function sampleOf(schema: AnySchema): unknown {
  const known = sound.get(schema);
  if (known !== undefined) return known;
  const def = defOf(schema);
  if (def.type === 'optional' || def.type === 'nullable') return sampleOf(def.innerType as AnySchema);
  const item = itemOf(schema);
  if (item !== undefined) return [sampleOf(item)];
  const shape = shapeOf(schema);
  if (shape) return Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, sampleOf(field)]));
  const { type } = defOf(innermost(schema));
  if (type === 'enum') return Object.values((defOf(innermost(schema)) as { entries: object }).entries)[0];
  if (type === 'record') return { Source: 'a file' };
  if (takes(schema).startsWith('a UTC time')) return '2026-11-23T09:00:00Z';
  return { string: 'text', number: 1, boolean: true }[String(type)];
}

/** Values of every kind; a field that takes one of them is not broken by it. */
const wrong: readonly unknown[] = [
  null,
  true,
  7,
  -1,
  1.5,
  1e300,
  '',
  '*** no such name ***',
  'x'.repeat(40_000),
  ['x', 7],
  Array(9_000).fill('x'),
  Array(600_000).fill('x'),
  { surprise: 1 },
  [{ surprise: 1 }],
  { a: 7 },
];

interface Broken {
  readonly field: string;
  readonly schema: AnySchema;
  readonly sentence: string;
}

function sentenceOf(schema: ZodMiniType, value: unknown): string | undefined {
  try {
    validate(schema, value);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

/** The fields of an object: one that is a choice among others is told as the choice. */
function fieldsOf(schema: AnySchema): Readonly<Record<string, AnySchema>> {
  return defOf(innermost(schema)).type === 'object' ? (shapeOf(schema) ?? {}) : {};
}

/** Every way in which each field of a shape can be wrong, with what is then said. */
function* broken(
  root: ZodMiniType,
  at: AnySchema,
  rebuilt: (value: unknown) => unknown,
  field: string,
): Generator<Broken> {
  for (const value of [...(field === '' ? [] : [undefined]), ...wrong]) {
    const sentence = sentenceOf(root, rebuilt(value));
    if (sentence !== undefined) yield { field, schema: at, sentence };
  }
  const entry = entryOf(at);
  if (entry !== undefined) yield* broken(root, entry, (value) => rebuilt([value]), `${field}[0]`);
  const shape = fieldsOf(at);
  const sample = sampleOf(at) as object;
  for (const [name, inner] of Object.entries(shape)) {
    const path = field === '' ? name : `${field}.${name}`;
    yield* broken(root, inner, (value) => rebuilt({ ...sample, [name]: value }), path);
  }
  if (Object.keys(shape).length === 0) return;
  const sentence = sentenceOf(root, rebuilt({ ...sample, surprise: 1 }));
  if (sentence !== undefined) yield { field: 'surprise', schema: at, sentence };
}

const schemas = [...allCalls].flatMap(([name, { input, query }]): [string, ZodMiniType][] => [
  [name, input],
  ...(query ? ([[`${name} query`, query]] as [string, ZodMiniType][]) : []),
]);

test.each(schemas)('%s takes what its schema says', (_, schema) => {
  expect(sentenceOf(schema, sampleOf(schema))).toBeUndefined();
});

test.each(schemas)('%s names each field that is wrong and what it takes, in no words of the validator', (_, schema) => {
  let count = 0;
  for (const { field, sentence } of broken(schema, schema, (value) => value, '')) {
    count++;
    expect(sentence).not.toMatch(jargon);
    expect(sentence.length).toBeLessThan(1500);
    expect(sentence).toContain(field.replace(/\[0\]$/, ''));
    expect(sentence).toMatch(/must be |takes /);
  }
  const isAny = defOf(schema).type === 'any';
  expect(count > 0).toBe(!isAny);
});

test('it says the name, what is taken, and why a name is not one', () => {
  const said = (name: string, value: unknown) => sentenceOf(allCalls.get(name)?.input as ZodMiniType, value);
  expect(said('reports.report', { topic: 'A/B/C', browserId: 'x' })).toBe(
    'browserId must be the letter m or l with a number of up to ten digits, or empty',
  );
  expect(said('reports.report', {})).toBe(
    'topic is missing; it must be a report, written ENTITY/GROUP/REPORT, with .yyyymmdd at the end for a snapshot',
  );
  expect(said('publish.publishRemove', { topic: 'ACME/RATES' })).toBe(
    'topic must be a report, written ENTITY/GROUP/REPORT',
  );
  expect(said('publish.publishRemove', { topic: 'ACME/R%/DAILY' })).toMatch(
    /^topic must be a report, written ENTITY\/GROUP\/REPORT; R% cannot be a group: /,
  );
  expect(said('publish.publishReport', { topic: 'A/B/C', pages: [{ name: 'P', html: 7 }] })).toBe(
    'pages[0].html must be text',
  );
  expect(said('audit.auditRows', { most: 0.5, froom: 'x' })).toBe(
    'most must be a whole number from 1 to 200. Unknown field "froom"; this call takes actor, action, object, from, to, cursor, most and whole',
  );
  expect(said('accounts.sessions', { a: 1, b: 2, c: 3, d: 4, e: 5 })).toBe(
    'Unknown fields "a", "b", "c" and 2 more; this call takes no fields',
  );
  expect(said('accounts.login', 'jane')).toBe('The request must be an object with user and password');
});

test('a name that is refused has its reason, wherever it is sent', () => {
  const said = (name: string, value: object) => sentenceOf(allCalls.get(name)?.input as ZodMiniType, value);
  const report = 'topic must be a report, written ENTITY/GROUP/REPORT';
  expect(said('publish.publishRemove', { topic: 'ACME//DAILY' })).toBe(report);
  expect(said('reports.report', { topic: 'ACME/R%/DAILY' })).toContain('; R% cannot be a group: ');
  expect(said('reports.report', { topic: 'ACME/RATES/DAILY.20269999' })).toMatch(/; 20269999 is not a date$/);
  expect(said('admin.assumeAdmin', { gropic: 'REMOTE/RATES' })).toMatch(/; REMOTE cannot be an entity: .* reserved$/);
  const capture = { location: 'Chicago', backdate: false };
  expect(said('admin.captureSnapshot', { topic: 'ACME/RATES', ...capture })).toBe(report);
});

test('the error of a cell is told by what it takes', () => {
  const sheets = [{ name: 'Prices', cells: [['B7', { error: 'oops' }]] }];
  const schema = allCalls.get('publish.publishValues')?.input as ZodMiniType;
  expect(sentenceOf(schema, { topic: 'A/B/C', sheets })).toBe(
    'sheets[0].cells[0][1].error must be an error such as #N/A',
  );
});

test('what a field takes is said of every field', () => {
  for (const [name, schema] of schemas) expect(takes(schema), name).toMatch(/^\w/);
});
