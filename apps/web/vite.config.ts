import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const serverAddress = process.env.SHEETWIRE_DEV_SERVER ?? 'http://127.0.0.1:8080';

/** Libraries that every route needs travel in one file, so that the first report waits for few requests. */
const shared =
  /rolldown.runtime|node_modules\/(react|react-dom|scheduler|zustand|zod|@tanstack)\/|packages\/(rules|contract|client)\/|features\/session\//;

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
        output: { codeSplitting: { groups: [{ name: 'shared', test: shared, priority: 2 }] } },
      },
    },
  };
});
