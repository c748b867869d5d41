import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { provideBrowser } from './browser/provide.ts';
import { APPLICATIONS } from './pictures/applications.ts';
import { lookAtGalleries } from './pictures/look-at-gallery.ts';
import { HOW_TO_ACCEPT } from './pictures/references.ts';

const HELP = `Compares every state of every screen with the pictures that are kept of it, and reads it with axe.

  npm run pictures                      all of them
  npm run pictures -- issues download   these states
  npm run pictures -- --of portal       of one application: portal, accounts, console
  npm run pictures -- --update          keeps what is different now; look at it before you commit it
  npm run pictures -- --seen            makes those of docs/specification/seen.md instead: as root on a disposable
                                        Debian (VESTIBULE_DISPOSABLE=1), after npm run build

Kept in apps/*/gallery/pictures; differences are shown in .test-results/pictures.
`;

const SEEN_BY = ['seen', 'seen-windows', 'software', 'software-windows'].map((name) => `e2e/${name}.system.test.ts`);

const say = (line: string) => process.stdout.write(`${line}\n`);
const { values, positionals } = parseArgs({
  options: {
    update: { type: 'boolean', default: false },
    of: { type: 'string', multiple: true, default: APPLICATIONS.map(({ name }) => name) },
    seen: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
  allowPositionals: true,
});

async function run(): Promise<void> {
  const browser = await provideBrowser(say);
  if (!browser.ok) throw new Error(browser.reason);
  const findings = await lookAtGalleries({
    executable: browser.value.executable,
    isUpdate: values.update,
    applications: APPLICATIONS.filter(({ name }) => values.of.includes(name)),
    states: positionals,
    tell: say,
  });
  if (findings.length === 0) return;
  say(`\n${findings.join('\n')}\n\nPictures that are as they should be are kept with: ${HOW_TO_ACCEPT}`);
  process.exitCode = 1;
}

/** The system tests that walk there keep what they see. */
function makeSeen(): void {
  const vitest = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs');
  const { status } = spawnSync(process.execPath, [vitest, 'run', '--project', 'system', ...SEEN_BY], {
    stdio: 'inherit',
    env: { ...process.env, VESTIBULE_SEEN: '1' },
  });
  process.exitCode = status ?? 1;
}

if (values.help) process.stdout.write(HELP);
else if (values.seen) makeSeen();
else await run();
