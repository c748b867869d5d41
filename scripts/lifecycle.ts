import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { LIFECYCLE } from '@vestibule/checks';
import { LIFECYCLE_FILE, makeLifecycleFile, readLifecycle } from './package/lifecycle-file.ts';
import { refuseKeysPlace, usualUpdateKeysFolder } from './package/update-keys-place.ts';
import { provideUpdateKeys, signerOf } from './package/updates.ts';

const HELP = `Signs what is known of the ends of support of systems, for servers that take newer data.

  npm run lifecycle

  --out FILE             where it goes (dist/packages/${LIFECYCLE_FILE})
  --data FILE            data of your own in the same form, as JSON; without it, that of these sources
  --print                prints the data of these sources as JSON, to begin your own with, and signs nothing
  --update-keys FOLDER   your two keys that sign updates (~/.vestibule-update-keys), made there the first time
  --sign-update COMMAND  signs where those keys are kept elsewhere: see docs/packages.md

A server takes it with: vestibule lifecycle update FILE
`;

/**
 * Does what the words on the command line say.
 * @returns what to print
 * @throws Error with a sentence when something is missing or wrong
 */
export async function runLifecycle(args: readonly string[]): Promise<string> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      out: { type: 'string', default: `dist/packages/${LIFECYCLE_FILE}` },
      data: { type: 'string' },
      print: { type: 'boolean', default: false },
      'update-keys': { type: 'string' },
      'sign-update': { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return HELP;
  if (values.print) return `${JSON.stringify(LIFECYCLE, null, 2)}\n`;
  const out = resolve(values.out);
  const folder = resolve(values['update-keys'] ?? usualUpdateKeysFolder());
  const isUsual = values['update-keys'] === undefined;
  const refusal = refuseKeysPlace({ folder, isUsual, outDir: dirname(out), here: process.cwd() });
  if (refusal !== null) throw new Error(refusal);
  const lifecycle = await readLifecycle(values.data);
  const said: string[] = [];
  const keys = await provideUpdateKeys(folder, (line) => said.push(line));
  await makeLifecycleFile(out, lifecycle, signerOf(keys, values['sign-update'] ?? null));
  return [
    ...said,
    `${out}: version ${lifecycle.version} of ${lifecycle.asOf}, ${lifecycle.releases.length} releases.`,
    'Servers take it that know your keys by their public halves:',
    `  VESTIBULE_LIFECYCLE_KEYS=${keys.map(({ x }) => x).join(',')}`,
    `  vestibule lifecycle update ${LIFECYCLE_FILE}`,
    '',
  ].join('\n');
}

if (import.meta.main) {
  try {
    process.stdout.write(await runLifecycle(process.argv.slice(2)));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
