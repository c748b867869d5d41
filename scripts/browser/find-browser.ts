import { existsSync } from 'node:fs';
export function findBrowser(): { readonly executable: string } | null {
  return existsSync('/usr/bin/chromium') ? { executable: '/usr/bin/chromium' } : null;
}
