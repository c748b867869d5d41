import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { type PublicJwk, publicJwkSchema } from '@vestibule/contracts';
import { isExtensionId } from '../../install/host-manifest.ts';
import { install, uninstall } from '../../install/install.ts';
import { installForEveryone, uninstallForEveryone } from '../../install/install-machine.ts';
import { uninstallAgent } from '../../install/install-agent.ts';
import { readConnections, readProvisioning } from '../../state/provisioning.ts';
import { type Command, type CommandContext, type Given, UsageError } from '../command.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { formatTable } from '../table.ts';
import { setUpAgent } from './set-up-agent.ts';

const SCOPE = {
  kind: 'text',
  placeholder: 'SCOPE',
  help: '"user": this person, the default; "machine": everyone here, as packages do',
} as const;

export const installCommand: Command = {
  name: 'install',
  usage: '[--portal ORIGIN --server-key KEY --extension-id ID]',
  summary: 'Connect this computer with a portal and with the browsers found',
  explanation: [
    "Pins the key of the portal's server (Workplace believes no other), makes this computer's own keys, and tells every",
    'browser found where Workplace is. May be run again, also to add a second portal. `workplace uninstall` takes it back.',
    'A package that your company made brings portal, key and extension along: then `workplace install` needs no option.',
  ],
  examples: [
    'workplace install                                    # what the package brings along',
    'workplace install --portal https://portal.example --server-key server-key.json \\',
    '  --extension-id cnbmglijjmmmdgkhgonehoohiannpofe',
    'workplace install … --browser-profile /tmp/profile   # one browser profile only, nothing else is touched',
    'workplace install --token TOKEN                      # reports by itself, without a browser extension',
  ],
  options: {
    portal: { kind: 'text', placeholder: 'ORIGIN', help: 'Address of the portal, like https://portal.example' },
    'server-key': { kind: 'text', placeholder: 'KEY', help: "The server's public key: a file, or the JWK itself" },
    'extension-id': {
      kind: 'texts',
      placeholder: 'ID',
      help: 'Id of the browser extension; may be given several times',
    },
    'browser-profile': { kind: 'text', placeholder: 'DIR', help: 'Register in this user-data folder only' },
    agent: {
      kind: 'flag',
      help: 'Also report by itself, from now on and at every login (see `workplace account --help`)',
    },
    token: { kind: 'text', placeholder: 'TOKEN', help: 'Also take the account of this device token; implies --agent' },
    scope: SCOPE,
  },
  positionals: 0,
  run: async (given, context) => {
    if (isForEveryone(given)) return installMachine(context);
    if (wantsAgentAlone(given, await readConnections(context.state, context.program)))
      return setUpAgent(given, context);
    const packed = await readProvisioning(context.program);
    const isPacked = packed.state === 'read' && given.text('portal') === undefined;
    const origins = isPacked ? packed.value.portals.map(({ origin }) => origin).join(', ') : portalOrigin(given);
    const result = await install(
      {
        portal: isPacked ? null : { origin: portalOrigin(given), serverKey: await serverKey(given) },
        extensionIds: isPacked ? [] : extensionIds(given),
        browserProfile: given.text('browser-profile'),
      },
      context,
    );
    const { print } = context.terminal;
    if (!result.ok) {
      context.terminal.complain(result.detail);
      return EXIT_CODES.error;
    }
    print(`This computer now answers ${origins}, as device ${result.deviceId}.`);
    if (given.flag('agent') || given.text('token') !== undefined) {
      const code = await setUpAgent(given, context);
      if (code !== EXIT_CODES.fine || result.manifests.length === 0) return code;
    }
    if (result.manifests.length === 0) {
      print('No browser for this extension was found, so nothing can reach Workplace yet.');
      print('Start your browser once and run this again, or name its folder with --browser-profile.');
      return EXIT_CODES.attention;
    }
    print('Browsers that know Workplace now:');
    print(formatTable(result.manifests.map(({ browser, path }) => [`  ${browser}`, path])));
    print(`Next: open ${origins} in one of them. When the page does not find this computer: workplace doctor`);
    return EXIT_CODES.fine;
  },
};

export const uninstallCommand: Command = {
  name: 'uninstall',
  usage: '',
  summary: 'Take back what install did',
  explanation: [
    'Removes the entries that `workplace install` made in browsers, ends the reports by itself, and forgets the portals.',
    "This computer's keys stay, so",
    'that a later install is the same computer, and so does the list of what Workplace has fixed. Remove the state folder',
    'to be a new computer.',
  ],
  examples: ['workplace uninstall'],
  options: { scope: SCOPE },
  positionals: 0,
  run: async (given, context) => {
    const { print } = context.terminal;
    if (isForEveryone(given)) {
      for (const path of await uninstallForEveryone(context)) print(`Removed ${path}`);
      return EXIT_CODES.fine;
    }
    const agent = await uninstallAgent(context);
    if (agent !== null) print(`Removed ${agent}: nothing is reported by itself any more.`);
    const removed = await uninstall(context);
    for (const path of removed) print(`Removed ${path}`);
    print(removed.length === 0 ? 'No browser knew Workplace.' : 'Browsers no longer know Workplace.');
    if (existsSync(context.state.path)) print(`Keys and the list of fixes stay in ${context.state.path}.`);
    return EXIT_CODES.fine;
  },
};

/** On a computer that is connected already nothing else needs to be said. */
function wantsAgentAlone(given: Given, connections: Awaited<ReturnType<typeof readConnections>>): boolean {
  const wantsAgent = given.flag('agent') || given.text('token') !== undefined;
  const isConnected = connections.state === 'read' && connections.value.portals.length > 0;
  const saysMore = ['server-key', 'extension-id', 'browser-profile'].some((name) => given.text(name) !== undefined);
  return wantsAgent && isConnected && !saysMore;
}

function portalOrigin(given: Given): string {
  const origin = required(given, 'portal');
  if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
    throw new UsageError(`"${origin}" is no portal address. Write it like https://portal.example, without a path.`);
  }
  return origin;
}

function extensionIds(given: Given): readonly string[] {
  required(given, 'extension-id');
  const ids = given.texts('extension-id');
  const wrong = ids.find((id) => !isExtensionId(id));
  if (wrong !== undefined)
    throw new UsageError(`"${wrong}" is no extension id. One looks like cnbmglijjmmmdgkhgonehoohiannpofe.`);
  return ids;
}

function isForEveryone(given: Given): boolean {
  const scope = given.text('scope') ?? 'user';
  if (scope === 'user' || scope === 'machine') return scope === 'machine';
  throw new UsageError(`There is no scope "${scope}"; there are "user" and "machine".`);
}

async function installMachine(context: CommandContext): Promise<number> {
  const result = await installForEveryone(context);
  if (!result.ok) {
    context.terminal.complain(result.detail);
    return EXIT_CODES.error;
  }
  context.terminal.print('Everyone on this computer can now sign in with these browsers:');
  context.terminal.print(formatTable(result.places.map(({ browser, manifest }) => [`  ${browser}`, manifest])));
  return EXIT_CODES.fine;
}

async function serverKey(given: Given): Promise<PublicJwk> {
  const value = required(given, 'server-key');
  const text = value.trimStart().startsWith('{') ? value : await readFile(value, 'utf8').catch(() => null);
  if (text === null) throw new UsageError(`The file ${value} cannot be read.`);
  try {
    const key = publicJwkSchema.parse(JSON.parse(text));
    await crypto.subtle.importKey('jwk', key, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['verify']);
    return key;
  } catch {
    throw new UsageError('The server key is no public P-256 key in JWK form. Your administrator has the right one.');
  }
}

function required(given: Given, name: string): string {
  const value = given.text(name);
  if (value === undefined || value === '')
    throw new UsageError(`--${name} is missing. Your administrator has the whole command.`);
  return value;
}
