import { join } from 'node:path';
import { readTemplate } from './fill-template.ts';
import type { KitInput } from './make-kit.ts';

/** Where `npm run build` puts the extension without a portal. */
const TEMPLATES = join(import.meta.dirname, '../../../../../dist/extension-kit');

/** What an extension is made of. @returns null where it was never built */
export async function readBuilt(): Promise<KitInput['templates'] | null> {
  const chromium = await readTemplate(join(TEMPLATES, 'chromium'));
  const firefox = await readTemplate(join(TEMPLATES, 'firefox'));
  return chromium === null || firefox === null ? null : { chromium, firefox };
}
