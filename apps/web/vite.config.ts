import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const serverAddress = process.env.SHEETWIRE_DEV_SERVER ?? 'http://127.0.0.1:8080';

/** What every route needs travels in one file, so that the first report waits for few requests. */
const shared = new RegExp(
  [
    'rolldown.runtime',
    'node_modules/(react|react-dom|scheduler|zustand|zod|@tanstack)/',
    'packages/rules/src/(?!snapshot)',
    'packages/contract/src/(?!admin|audit|publish|recoversettings|tokens|usergroups|users)',
    'packages/client/src/',
    'src/main.tsx',
    'src/features/(session|gate)/',
    'src/lib/page-hidden',
    'src/ui/(tabs|report-label)',
  ].join('|'),
);
/** The stream, which every page but those before a login has. */
const live = /src\/features\/live\//;
/** The viewer, with all that it needs at once and no other page has. */
const viewer = /src\/pages\/viewer\/viewer-page\.tsx/;

/** A build that a test run starts inherits its NODE_ENV, and would be the libraries' development form. */
function madeForUse(command: 'build' | 'serve'): void {
  if (command === 'build') process.env.NODE_ENV = 'production';
}

export default defineConfig(({ command }) => {
  madeForUse(command);
  return {
    plugins: [react(), { ...optimizeLocales.vite({ locales: ['en-US'] }), enforce: 'pre' }],
    html: { cspNonce: '{{nonce}}' },
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
            ],
          },
        },
      },
    },
  };
});
