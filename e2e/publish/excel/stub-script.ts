import { join } from 'node:path';
import { build, type Plugin } from 'vite';

/** Files and results of formulas come from the test's own process: the reader of workbooks runs in Node. */
const fromNode: Readonly<Record<string, string>> = {
  './shown-book.ts': `export const shownIn = async ({ spec }, hasDecimalComma = false) =>
    new Map((await window.stubShown(spec, hasDecimalComma)).map(([sheet, cells]) => [sheet, new Map(cells)]));`,
  './book-file.ts': `import { areaOf } from '../cell-names.ts';
    export const fileOf = (spec) => ({
      spec,
      then: (resolve, reject) =>
        window.stubBytes(spec).then((text) => resolve(Uint8Array.from(atob(text), (one) => one.charCodeAt(0))), reject),
    });
    export const cellsIn = (area) => {
      const found = areaOf(area);
      if (!found) return [];
      const cells = [];
      for (let row = found.top; row <= found.bottom; row++)
        for (let column = found.left; column <= found.right; column++) cells.push({ row, column });
      return cells;
    };`,
};

const place = join(import.meta.dirname, '../../../packages/live-book/src/test-support');
const withNode: Plugin = {
  name: 'with-node',
  enforce: 'pre',
  resolveId: (source, importer) =>
    importer?.startsWith(place) && source in fromNode ? join(place, `from-node-${source.slice(2)}`) : undefined,
  load: (id) =>
    id.startsWith(`${place}/from-node-`) ? fromNode[`./${id.slice(`${place}/from-node-`.length)}`] : undefined,
};

/** The script that answers in place of Office.js. */
export async function stubScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [withNode],
    build: {
      write: false,
      minify: false,
      lib: { entry: join(import.meta.dirname, 'office-stub.ts'), formats: ['iife'], name: 'officeStub' },
    },
  });
  const [output] = Array.isArray(built) ? built : [built];
  const chunk = output && 'output' in output ? output.output[0] : undefined;
  if (!chunk) throw new Error('The stub was not built');
  return chunk.code;
}
