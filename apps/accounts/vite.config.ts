import { webApp } from '@vestibule/web-shell/build';
import { defineConfig } from 'vite';

/** Pages stand under /online and under /onboarding; what they load is always addressed under /online. */
export default defineConfig(webApp(import.meta.dirname, { base: '/online/' }));
