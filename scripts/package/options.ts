import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { publicJwkSchema, UPDATE_CHANNELS, type UpdateChannel } from '@vestibule/contracts';
import { EXTENSION_ID, type ExtensionIdentity, FIREFOX_EXTENSION_ID } from '../../apps/extension/src/extension-id.ts';
import { refuseOrigins } from '../../apps/extension/src/manifest.ts';
import { readMadeExtension } from './made-extension.ts';
import { usualUpdateKeysFolder } from './update-keys-place.ts';
import { type Provisioning, provisioningSchema } from '../../apps/client/src/state/provisioning.ts';

export const KINDS = ['deb', 'linux', 'msi', 'nsis', 'macos', 'extension', 'update', 'lifecycle'] as const;
export type Kind = (typeof KINDS)[number];

export interface PackageOptions {
  readonly provisioning: Provisioning;
  readonly kinds: readonly Kind[];
  readonly outDir: string;
  readonly isDemo: boolean;
  /** Of the extension that was made for this server; undefined: the built-in one. */
  readonly identity: ExtensionIdentity | undefined;
  /** Run for every package with its path as the last argument; null: nothing is signed. */
  readonly signWith: string | null;
  /** Folder with the two keys that sign updates; they are made there the first time. */
  readonly updateKeysFolder: string;
  /** No other was named. */
  readonly isUsualKeysFolder: boolean;
  readonly serverKeyFile: string | undefined;
  readonly updateChannel: UpdateChannel;
  /** Signs updates where the keys are kept elsewhere: bytes in, base64url out; null: the keys of the folder. */
  readonly signUpdateWith: string | null;
}

export type ReadPackageOptions =
  | { readonly kind: 'options'; readonly options: PackageOptions }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly sentence: string };

export const PACKAGE_HELP = `Builds what people install: Workplace for every system, and the browser extension. All of it on Linux.

  npm run package -- --origin https://portal.example --server-key grant-key.json

  --origin ORIGIN        address of your portal; give it again for each further one
  --server-key FILE      the public key of your server: grant-key.json in its data folder
  --extension FILE       extension.json, which "vestibule extension" made: the packages then have the ids of your own
                         extension instead of the built-in ones (extension/extension.json next to the key, where it is)
  --extension-id ID      a further id that Workplace is to know, such as one that a browser store gave
  --only KINDS           ${KINDS.join(', ')}; with commas. All of them when left out
  --out FOLDER           where they go (dist/packages, from where the server hands them out)
  --sign COMMAND         run after each package with its path, to sign it: see docs/packages.md
  --update-keys FOLDER   your two keys that sign updates, made there the first time
                         (~/.vestibule-update-keys); never in the data folder of a server, and in no backup of one:
                         keep a copy where no server is
  --update-channel NAME  ${UPDATE_CHANNELS.join(' or ')} (stable): who is offered this version
  --sign-update COMMAND  signs updates where those keys are kept elsewhere: see docs/packages.md
  --demo                 allows an origin without TLS, for trying things out on one computer

Every package knows your portal and your server's key, and Workplace answers no other: packages are made for one
installation of the server. The same sources, options, update keys and SOURCE_DATE_EPOCH give the same bytes.
`;

/** @returns what to build, or one sentence that says what is wrong */
export function readPackageOptions(args: readonly string[]): ReadPackageOptions {
  let values: ReturnType<typeof parse>;
  try {
    values = parse(args);
  } catch {
    return wrong('There is no option like that. "npm run package -- --help" lists them.');
  }
  if (values.help) return { kind: 'help' };
  const refusal = refuseOrigins(values.origin, values.demo);
  if (refusal !== null) return wrong(`${refusal} (--origin)`);
  const key = readKey(values['server-key']);
  if (typeof key === 'string') return wrong(key);
  const made = readMadeExtension(values.extension, values['server-key']);
  if (typeof made === 'string') return wrong(made);
  const kinds = values.only.flatMap((list) => list.split(',')).map((name) => name.trim());
  const unknown = kinds.find((name) => !isKind(name));
  if (unknown !== undefined) return wrong(`There is no kind "${unknown}". Kinds: ${KINDS.join(', ')}`);
  const provisioning = provisioningSchema.parse({
    version: 1,
    portals: values.origin.map((origin) => ({ origin, serverKey: key.jwk })),
    extensionIds: [...(made?.extensionIds ?? [EXTENSION_ID, FIREFOX_EXTENSION_ID]), ...values['extension-id']],
  });
  const updateChannel = UPDATE_CHANNELS.find((channel) => channel === values['update-channel']);
  if (updateChannel === undefined)
    return wrong(`There is no channel like that. Channels: ${UPDATE_CHANNELS.join(', ')}`);
  const wanted = kinds.filter(isKind);
  return {
    kind: 'options',
    options: {
      provisioning,
      kinds: wanted.length === 0 ? KINDS : wanted,
      outDir: values.out,
      isDemo: values.demo,
      identity: made?.identity,
      signWith: values.sign ?? null,
      updateKeysFolder: resolve(values['update-keys'] ?? usualUpdateKeysFolder()),
      isUsualKeysFolder: values['update-keys'] === undefined,
      serverKeyFile: values['server-key'],
      updateChannel,
      signUpdateWith: values['sign-update'] ?? null,
    },
  };
}

function parse(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      origin: { type: 'string', multiple: true, default: [] },
      'server-key': { type: 'string' },
      extension: { type: 'string' },
      'extension-id': { type: 'string', multiple: true, default: [] },
      only: { type: 'string', multiple: true, default: [] },
      out: { type: 'string', default: 'dist/packages' },
      sign: { type: 'string' },
      'update-keys': { type: 'string' },
      'sign-update': { type: 'string' },
      'update-channel': { type: 'string', default: 'stable' },
      demo: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  return values;
}

const wrong = (sentence: string) => ({ kind: 'wrong', sentence }) as const;
const isKind = (name: string): name is Kind => KINDS.some((kind) => kind === name);

/** Only the public half goes into a package, whatever the file holds. @returns a sentence when there is none */
function readKey(file: string | undefined) {
  if (file === undefined) return '--server-key is missing: the file with the public key of your server.';
  if (!existsSync(file)) {
    return `There is no ${file}. The server writes grant-key.json into its data folder when it starts for the first time.`;
  }
  try {
    return { jwk: publicJwkSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) };
  } catch {
    return `${file} holds no public key in JWK form. The right one is grant-key.json in the data folder of the server.`;
  }
}
