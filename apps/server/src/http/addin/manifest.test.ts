import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addIn } from '@sheetwire/contract/publishing/add-in';
import { expect, test } from 'vitest';
import { addInFacts } from './add-in-facts.ts';
import { manifestJson } from './manifest-json.ts';
import { manifestXml } from './manifest-xml.ts';
import { type Element, parseXml } from './testing/parse-xml.ts';

const words = { publicUrl: 'https://reports.example/', productName: 'Rates & "Co" <Desk>', company: 'ACME' };
const facts = addInFacts(words);
const root = parseXml(manifestXml(facts));
const source = join(import.meta.dirname, '../../../../excel-addin');

function all(element: Element, name: string): Element[] {
  const own = element.children.filter((child) => child.name === name);
  return [...own, ...element.children.flatMap((child) => all(child, name))];
}

function one(name: string): Element {
  const [found, ...more] = all(root, name);
  if (!found || more.length > 0) throw new Error(`${more.length + 1} of ${name}`);
  return found;
}
const namesIn = ({ children }: Element) => children.map(({ name }) => name);

/** What the schema of Office asks for, level by level: elements in this order, each that is there. */
const orders: readonly (readonly [element: string, order: readonly string[]])[] = [
  [
    'OfficeApp',
    [
      ...['Id', 'AlternateId', 'Version', 'ProviderName', 'DefaultLocale', 'DisplayName', 'Description', 'IconUrl'],
      ...['HighResolutionIconUrl', 'SupportUrl', 'AppDomains', 'Hosts', 'Requirements', 'DefaultSettings'],
      ...['Permissions', 'VersionOverrides', 'ExtendedOverrides'],
    ],
  ],
  ['VersionOverrides', ['Description', 'Requirements', 'Hosts', 'Resources', 'WebApplicationInfo']],
  ['Host', ['Runtimes', 'AllFormFactors', 'DesktopFormFactor', 'MobileFormFactor']],
  ['DesktopFormFactor', ['GetStarted', 'FunctionFile', 'ExtensionPoint']],
  ['Group', ['Label', 'Icon', 'Control']],
  ['Control', ['Label', 'Supertip', 'Icon', 'Action']],
  ['Action', ['TaskpaneId', 'SourceLocation']],
  ['Supertip', ['Title', 'Description']],
  ['Resources', ['bt:Images', 'bt:Urls', 'bt:ShortStrings', 'bt:LongStrings']],
];

test.each(orders)('the elements of %s come in the order of the schema', (name, order) => {
  for (const element of name === 'OfficeApp' ? [root] : all(root, name)) {
    const places = namesIn(element).map((child) => order.indexOf(child));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  }
});

test('every resource that is named exists, once, and every one that exists is named', () => {
  const defined = all(one('Resources'), 'bt:Image').concat(
    ...['bt:Url', 'bt:String'].map((name) => all(one('Resources'), name)),
  );
  const ids = defined.map(({ attributes }) => attributes.id ?? '');
  const everything = (element: Element): Element[] => [element, ...element.children.flatMap(everything)];
  const used = everything(root).flatMap(({ attributes }) => attributes.resid ?? []);
  expect(new Set(ids).size).toBe(ids.length);
  expect([...new Set(used)].sort()).toEqual([...ids].sort());
  expect(ids.filter((id) => id.length > 32)).toEqual([]);
});

test('texts are as short as the schema asks, and a product name with signs of XML stays text', () => {
  const textOf = (element: Element) => element.attributes.DefaultValue ?? '';
  expect(textOf(one('DisplayName'))).toBe(words.productName);
  expect(
    all(root, 'bt:ShortStrings').flatMap(({ children }) => children.filter((text) => textOf(text).length > 125)),
  ).toEqual([]);
  expect(
    all(root, 'bt:LongStrings').flatMap(({ children }) => children.filter((text) => textOf(text).length > 250)),
  ).toEqual([]);
  const named = addInFacts({ ...words, productName: 'A very long product name that never ends', company: '' });
  expect([named.name.length, named.provider.length]).toEqual([30, 32]);
});

test('every address is https, of this portal, and leads to a file of the add-in', () => {
  const everything = (element: Element): Element[] => [element, ...element.children.flatMap(everything)];
  const addresses = everything(root)
    .flatMap(({ attributes }) => Object.values(attributes))
    .filter((value) => value.startsWith('https:'));
  expect(addresses.length).toBeGreaterThan(8);
  for (const address of addresses) {
    const { origin, pathname } = new URL(address);
    expect(origin).toBe('https://reports.example');
    if (pathname === '/help') continue;
    const file = pathname.replace('/addin/', '');
    expect([pathname, existsSync(join(source, file)) || existsSync(join(source, 'public', file))]).toEqual([
      pathname,
      true,
    ]);
  }
});

test('icons are pictures of the size that they are named by', () => {
  for (const size of addIn.icons) {
    const bytes = readFileSync(join(source, `public/icons/icon-${size}.png`));
    expect([bytes.toString('latin1', 1, 4), bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([
      'PNG',
      size,
      size,
    ]);
  }
});

test('the id is a UUID, the same for one portal and another for the next; the version has four numbers', () => {
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  expect(facts.id).toMatch(uuid);
  expect(addInFacts({ ...words, publicUrl: 'https://reports.example' }).id).toBe(facts.id);
  expect(addInFacts({ ...words, publicUrl: 'https://test.example' }).id).not.toBe(facts.id);
  expect(one('Id').text).toBe(facts.id);
  expect(one('Version').text).toMatch(/^\d+\.\d+\.\d+\.\d+$/);
});

test('functions, ribbon and pane share one runtime that lives as long as the workbook', () => {
  const [runtime] = all(root, 'Runtime');
  expect(runtime?.attributes).toEqual({ resid: 'Pane.Url', lifetime: 'long' });
  const locations = all(root, 'SourceLocation').flatMap(({ attributes }) => attributes.resid ?? []);
  expect(locations.filter((resid) => resid === 'Pane.Url')).toHaveLength(2);
});

test('the unified manifest says the same of the add-in', () => {
  const manifest = JSON.parse(JSON.stringify(manifestJson(facts)));
  expect(manifest).toMatchObject({ id: facts.id, version: addIn.version, validDomains: ['reports.example'] });
  expect(manifest.name.short.length).toBeLessThanOrEqual(30);
  expect(manifest.description.short.length).toBeLessThanOrEqual(80);
  const [{ runtimes, ribbons }] = manifest.extensions;
  const [{ code, actions, customFunctions, lifetime }] = runtimes;
  expect([code.page, lifetime]).toEqual([`https://reports.example${addIn.pane}`, 'long']);
  expect(customFunctions.namespace.id).toBe(addIn.namespace);
  const controls = ribbons[0].tabs[0].groups[0].controls;
  expect(controls.map(({ actionId }: { actionId: string }) => actionId)).toEqual(
    actions.map(({ id }: { id: string }) => id),
  );
});
