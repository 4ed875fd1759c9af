import optimizeLocales from '@react-aria/optimize-locales-plugin';
import { auditLimits } from '@sheetwire/contract/limits/audit';
import { cleaningLimits } from '@sheetwire/contract/limits/cleaning';
import { commandLineLimits } from '@sheetwire/contract/limits/command-line';
import { controlLimits } from '@sheetwire/contract/limits/controls';
import { directoryLimits } from '@sheetwire/contract/limits/directory';
import { drawingLimits } from '@sheetwire/contract/limits/drawing';
import { identityLimits } from '@sheetwire/contract/limits/identity';
import { liveBookLimits } from '@sheetwire/contract/limits/live-book';
import { mailLimits } from '@sheetwire/contract/limits/mail';
import { publishingLimits } from '@sheetwire/contract/limits/publishing';
import { serverLimits } from '@sheetwire/contract/limits/server';
import { settingsLimits } from '@sheetwire/contract/limits/settings';
import { storeLimits } from '@sheetwire/contract/limits/store';
import { streamLimits } from '@sheetwire/contract/limits/streams';
import { guardLimits } from '@sheetwire/contract/limits/time/guard';
import { logLimits } from '@sheetwire/contract/limits/time/log';
import { valuesLimits } from '@sheetwire/contract/limits/values';
import { workbookLimits } from '@sheetwire/contract/limits/workbook';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const serverAddress = process.env.SHEETWIRE_DEV_SERVER ?? 'http://127.0.0.1:8080';

/** What every route needs travels in one file, so that the first report waits for few requests. */
const shared = new RegExp(
  [
    'rolldown.runtime',
    'node_modules/(react|react-dom|scheduler|zustand|zod|@tanstack)/',
    'packages/rules/src/(?!csv|snapshot|email)',
    'packages/contract/src/(?!accounts/|admin|audit|guard|limits/time/guard|live\\.|ops|past|paths|publish|recoversettings|reports|server|tokens|usergroups|users|verify)',
    'packages/client/src/(?!line-|live-|event-parser|stream-transport|watch-list|decode-page)',
    'src/main.tsx',
    'src/features/(session|gate)/',
    'src/lib/page-hidden',
  ].join('|'),
);
/** What several pages have that are no part of the first load, in one file: each file more is named in it. */
const late =
  /src\/(features\/asked\/(deed-words|is-focus-free|use-deed|use-shown)|ui\/(checkbox|moment|secret-text|copy-button))/;
/** The stream, and what else no page before a login has, but most of those after it. */
const live = new RegExp(
  [
    'src/features/live/',
    'packages/client/src/(line-|live-|event-parser|stream-transport|watch-list|decode-page)',
    'packages/contract/src/(live|ops|reports)\\.',
    'src/features/selection/address',
    'src/ui/(tabs|report-label)',
  ].join('|'),
);
/** The viewer, with all that it needs at once and no other page has. */
const viewer = /src\/pages\/viewer\/viewer-page\.tsx/;

/** A build that a test run starts inherits its NODE_ENV, and would be the libraries' development form. */
function madeForUse(command: 'build' | 'serve'): void {
  if (command === 'build') process.env.NODE_ENV = 'production';
}

/** Limits that pages never ask for, by the file of each subject. */
const serverOnly = new Map<string, object>([
  ['audit', auditLimits],
  ['cleaning', cleaningLimits],
  ['command-line', commandLineLimits],
  ['controls', controlLimits],
  ['directory', directoryLimits],
  ['drawing', drawingLimits],
  ['identity', identityLimits],
  ['live-book', liveBookLimits],
  ['mail', mailLimits],
  ['publishing', publishingLimits],
  ['server', serverLimits],
  ['settings', settingsLimits],
  ['store', storeLimits],
  ['streams', streamLimits],
  ['time/guard', guardLimits],
  ['time/log', logLimits],
  ['values', valuesLimits],
  ['workbook', workbookLimits],
]);
const asked = new RegExp(`\\blimits\\.(${[...serverOnly.values()].flatMap(Object.keys).join('|')})\\b`);

/** Pages read no input of others: they need the shapes, not what bounds the work to refuse one. */
const plainLists = `import * as z from 'zod/mini';
export const listOf = (item) => z.array(item);
export const textsByName = () => z.record(z.string(), z.string());`;

/** What only servers need of the contract stays out of the pages. */
const withoutServerParts: Plugin = {
  name: 'without-server-parts',
  enforce: 'pre',
  transform(code, id) {
    const used = asked.exec(code)?.[0];
    if (used !== undefined) this.error(`${id} asks for ${used}, which is not given to pages: see serverOnly`);
    const [, file] = id.split('/packages/contract/src/');
    if (file === undefined) return undefined;
    if (file === 'bounded.ts') return { code: plainLists, map: null };
    return file === 'limits.ts' ? { code: withoutLimits(code), map: null } : undefined;
  },
};

function withoutLimits(code: string): string {
  const names = [...serverOnly.keys()].map((name) => `./limits/${name}.ts`);
  const lines = code.split('\n');
  const gone = lines.filter((line) => names.some((name) => line.includes(`'${name}'`)));
  const spread = gone.map((line) => `  ...${/\{ (\w+) \}/.exec(line)?.[1]},`);
  if (gone.length !== names.length) throw new Error('limits.ts does not import a file for each subject');
  return lines.map((line) => (gone.includes(line) || spread.includes(line) ? '' : line)).join('\n');
}

const GRID_CSS = /(?<=export const gridCss = `)[^`]*(?=`;)/;

/** The style sheet of reports without the blanks that it is read by. */
const tightGridCss: Plugin = {
  name: 'tight-grid-css',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/packages/page/src/grid-css.ts')) return undefined;
    if (!GRID_CSS.test(code)) throw new Error('grid-css.ts has no gridCss');
    const tight = (css: string) =>
      css
        .replace(/\s*([{};,>])\s*/g, '$1')
        .replace(/: (?!top|middle)/g, ':')
        .replaceAll(';}', '}');
    return { code: code.replace(GRID_CSS, tight), map: null };
  },
};

/** React has this hook itself: what libraries bring for versions that had not is left out. */
const ofReact = {
  'use-sync-external-store/shim/index.js': 'use-sync-external-store',
  'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
};

export default defineConfig(({ command }) => {
  madeForUse(command);
  return {
    plugins: [
      withoutServerParts,
      tightGridCss,
      react(),
      { ...optimizeLocales.vite({ locales: ['en-US'] }), enforce: 'pre' },
    ],
    html: { cspNonce: '{{nonce}}' },
    resolve: { alias: ofReact },
    server: { proxy: { '/api': { target: serverAddress }, '/linkedfiles': { target: serverAddress } } },
    worker: { format: 'es' },
    build: {
      target: 'es2023',
      manifest: true,
      sourcemap: 'hidden',
      assetsInlineLimit: 0,
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              { name: 'shared', test: shared, priority: 3 },
              { name: 'live', test: live, priority: 2 },
              { name: 'viewer', test: viewer, priority: 1 },
              { name: 'late', test: late, priority: 1 },
            ],
          },
        },
      },
    },
  };
});
