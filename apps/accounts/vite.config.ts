import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  base: '/online/',
  plugins: [react()],
  build: {
    outDir: '../../dist/accounts',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    /** Nothing is inlined: the content security policy allows no data addresses. */
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
