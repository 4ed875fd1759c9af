import { defineConfig } from 'vite';

/** The API reference: its own script and style, under the policy of the other pages. */
export default defineConfig({
  html: { cspNonce: '{{nonce}}' },
  build: {
    target: 'es2023',
    sourcemap: 'hidden',
    assetsInlineLimit: 0,
    emptyOutDir: false,
    copyPublicDir: false,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: 'api.html' },
  },
});
