import { join } from 'node:path';
import { buildExtension } from './build-extension.ts';

/**
 * Stands in the built extension where the portals' addresses belong. `vestibule extension` puts those in its place, so that
 * no build tool is needed where the server runs.
 */
const PLACEHOLDER_ORIGIN = 'https://portal.vestibule.invalid';

/** Builds the extension for both kinds of browser, without a portal. */
export async function buildExtensionKit(folder: string): Promise<void> {
  for (const browser of ['chromium', 'firefox'] as const) {
    await buildExtension({ outDir: join(folder, browser), origins: [PLACEHOLDER_ORIGIN], isDemo: false, browser });
  }
}
