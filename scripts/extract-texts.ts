import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Writes the texts of every web application into its catalogues. */
const root = join(import.meta.dirname, '..');
const lingui = join(root, 'node_modules/@lingui/cli/dist/lingui.js');
for (const application of ['portal', 'accounts', 'console']) {
  const cwd = join(root, 'apps', application);
  const { status } = spawnSync(process.execPath, [lingui, 'extract', '--overwrite', '--clean'], {
    cwd,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}
