import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { SOFTWARE_CHECKS, SOFTWARE_DAYS_MAXIMUM } from '@vestibule/contracts';
import { describeSoftware, writeSoftwareFile } from './package/software-file.ts';
import { refuseKeysPlace, usualUpdateKeysFolder } from './package/update-keys-place.ts';
import { provideUpdateKeys, signerOf } from './package/updates.ts';

const HELP = `Signs a package that "Install now" may install. Run it where your update keys are, never on the server.

  npm run software -- fleet.deb --id fleet-1.30 --for RmmAgent --agent fleet \\
    --name Fleet --publisher "Fleet Device Management Inc." --licence licence.txt

  --id ID                the name by which the server's commands speak of it
  --for CHECK            ${SOFTWARE_CHECKS.join(' or ')}
  --agent NAME           the agent that it brings, as policies name it
  --name, --publisher    what people are shown, before they agree to the licence
  --licence FILE         the licence, as plain text
  --days NUMBER          for how long it may be installed (365, at most ${SOFTWARE_DAYS_MAXIMUM})
  --out FILE             where the signed file goes (the package's name with .signed)
  --package, --version, --architecture
                         as the package says them; asked of dpkg-deb where it is installed. Of an MSI
                         name the architecture alone (x64, arm64, any); --publisher is its manufacturer
  --update-keys FOLDER   your two keys that sign updates (~/.vestibule-update-keys), made there the first time
  --sign-update COMMAND  signs where those keys are kept elsewhere: see docs/packages.md

Take both files to the server and add them there: vestibule software add FILE.signed PACKAGE --by LOGIN
`;

const text = { type: 'string' } as const;

/**
 * Does what the words on the command line say.
 * @returns what to print
 * @throws Error with a sentence when something is missing or wrong
 */
export async function runSoftware(args: readonly string[], now = new Date()): Promise<string> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      id: text,
      for: text,
      agent: text,
      name: text,
      publisher: text,
      licence: text,
      days: { type: 'string', default: '365' },
      out: text,
      package: text,
      version: text,
      architecture: text,
      'update-keys': text,
      'sign-update': text,
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return HELP;
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) throw new Error(`Name one package.\n\n${HELP}`);
  const out = resolve(values.out ?? `${file}.signed`);
  const folder = resolve(values['update-keys'] ?? usualUpdateKeysFolder());
  const isUsual = values['update-keys'] === undefined;
  const refusal = refuseKeysPlace({ folder, isUsual, outDir: null, here: process.cwd() });
  if (refusal !== null) throw new Error(refusal);
  const manifest = await describeSoftware(file, {
    id: values.id,
    checkType: values.for,
    agent: values.agent,
    name: values.name,
    publisher: values.publisher,
    licenceFile: values.licence,
    days: Number(values.days),
    packageName: values.package,
    version: values.version,
    architecture: values.architecture,
    now,
  });
  const said: string[] = [];
  const keys = await provideUpdateKeys(folder, (line) => said.push(line));
  await writeSoftwareFile(out, manifest, signerOf(keys, values['sign-update'] ?? null));
  return [
    ...said,
    `${out}: ${manifest.name} ${manifest.version} of ${manifest.publisher}, to be installed until ${manifest.notAfter.slice(0, 10)}.`,
    'Servers take it that know your keys by their public halves:',
    `  VESTIBULE_SOFTWARE_KEYS=${keys.map(({ x }) => x).join(',')}`,
    `  vestibule software add ${values.out ?? `${file}.signed`} ${file} --by LOGIN`,
    '',
  ].join('\n');
}

if (import.meta.main) {
  try {
    process.stdout.write(await runSoftware(process.argv.slice(2)));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
