import { webApp } from '@vestibule/web-shell/build';
import { defineConfig } from 'vite';
import { TEXTS } from './texts-of-frame.ts';

export default defineConfig(webApp(import.meta.dirname, { base: '/console/', texts: TEXTS }));
