import { expect, test } from 'vitest';
import { circlesOfFiles, codeTexts, importsOf } from './type-circles.ts';

/** Types that need each other by their nature: a node of a formula, the functions in it, and where it is evaluated. */
const MOST_TOGETHER = 5;

test('no more than a few files need the types of each other', () => {
  const large = circlesOfFiles(importsOf(codeTexts())).filter((circle) => circle.length > MOST_TOGETHER);
  expect(large).toEqual([]);
});

test('a circle is found, through types, another package and a line break, with none that only leads to it', () => {
  const imports = importsOf(
    new Map([
      ['apps/a/src/main.ts', `import { one } from '#one.ts';`],
      ['apps/a/src/one.ts', `import type { Two } from './parts/two.ts';`],
      ['apps/a/src/parts/two.ts', `import {\n  type Three,\n} from '@sheetwire/b/three';`],
      ['packages/b/src/three.ts', `export type { One } from '../../../apps/a/src/one.ts';\nimport 'node:fs';`],
      ['packages/b/src/apart.ts', `import type { Three } from './three.ts';`],
    ]),
  );
  expect(circlesOfFiles(imports)).toEqual([
    ['apps/a/src/one.ts', 'apps/a/src/parts/two.ts', 'packages/b/src/three.ts'],
  ]);
});

test('circles that touch are one, the largest comes first, and a file met twice is none', () => {
  const lead = (path: string, ...to: readonly string[]) => [path, new Set(to)] as const;
  const imports = new Map([
    lead('top', 'left', 'right'),
    lead('left', 'bottom'),
    lead('right', 'bottom', 'x'),
    lead('bottom'),
    lead('x', 'y'),
    lead('y', 'x'),
    lead('a', 'b', 'c'),
    lead('b', 'a'),
    lead('c', 'a', 'bottom'),
  ]);
  expect(circlesOfFiles(imports)).toEqual([
    ['a', 'b', 'c'],
    ['x', 'y'],
  ]);
});
