import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The pages of the add-in, which the portal serves under /addin/ with headers of their own. */
export default defineConfig(({ command }) => {
  if (command === 'build') process.env.NODE_ENV = 'production';
  return {
    base: '/addin/',
    plugins: [react()],
    html: { cspNonce: '{{nonce}}' },
    build: {
      target: 'es2023',
      sourcemap: 'hidden',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: ['pane.html', 'sign-in.html', 'selftest.html'] },
    },
  };
});
