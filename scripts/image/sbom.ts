import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const manifest = z.object({
  name: z.string(),
  version: z.string(),
  license: z.optional(z.union([z.string(), z.object({ type: z.string() })])),
});

/** A package of the product in CycloneDX. */
interface Component {
  readonly type: 'library' | 'application';
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly licenses?: readonly { readonly expression: string }[];
  readonly properties: readonly { readonly name: string; readonly value: string }[];
}

/** Where the packages of the product are. */
export interface Contents {
  readonly root: string;
  /** Folders of packages that lie in it as they are. */
  readonly placed: readonly string[];
  /** Of packages whose code is part of the pages. */
  readonly bundled: readonly string[];
}

/** The bill of materials of the product in CycloneDX 1.6: the same for the same contents. */
export function billOf({ root, placed, bundled }: Contents): object {
  const components = [
    node(),
    ...placed.map((folder) => componentOf(folder, 'placed')),
    ...bundled.map((folder) => componentOf(folder, 'bundled')),
  ];
  const { name, version } = manifest.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  const byPurl = new Map(
    components.map((component) => [`${component.purl} ${component.properties[0]?.value}`, component]),
  );
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name, version } },
    components: [...byPurl.values()],
  };
}

function node(): Component {
  const version = process.versions.node;
  const properties = [{ name: 'sheetwire:where', value: 'placed' }];
  return { type: 'application', name: 'node', version, purl: `pkg:generic/node@${version}`, properties };
}

function componentOf(folder: string, where: 'placed' | 'bundled'): Component {
  const { name, version, license } = manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
  const expression = typeof license === 'object' ? license.type : license;
  return {
    type: 'library',
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    ...(expression !== undefined && { licenses: [{ expression }] }),
    properties: [{ name: 'sheetwire:where', value: where }],
  };
}
