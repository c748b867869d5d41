import type { SystemPort } from '@vestibule/checks';

/** Where connections go through, named as the environment names it (`curl`, `wget` and Node agree on the meaning). */
export interface ProxySettings {
  readonly HTTP_PROXY?: string;
  readonly HTTPS_PROXY?: string;
  readonly NO_PROXY?: string;
}

const TIMEOUT_MS = 5000;

/** No one else's proxy knows this computer by these names. */
const THIS_COMPUTER = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The proxy of this computer: what the environment says, else what the system's settings say. An automatic configuration
 * script is not run: where there is only one, connections go straight, and the person is told so when they fail.
 */
export async function findSystemProxy(
  system: Pick<SystemPort, 'environment' | 'operatingSystem' | 'run'>,
): Promise<ProxySettings> {
  return fromEnvironment(system.environment) ?? (await fromSettings(system)) ?? {};
}

/** The small letters win, as they do everywhere; `ALL_PROXY` stands for both. @returns null when none is named */
export function fromEnvironment(environment: SystemPort['environment']): ProxySettings | null {
  const read = (name: string) => environment[name.toLowerCase()] || environment[name] || undefined;
  const all = read('ALL_PROXY');
  const http = read('HTTP_PROXY') ?? all;
  const https = read('HTTPS_PROXY') ?? all;
  return http === undefined && https === undefined ? null : settingsOf(http, https, read('NO_PROXY'));
}

async function fromSettings({
  operatingSystem,
  run,
}: Pick<SystemPort, 'operatingSystem' | 'run'>): Promise<ProxySettings | null> {
  const ask = async (tool: string, words: readonly string[]) => {
    const answered = await run({ tool, arguments: words, timeoutMs: TIMEOUT_MS });
    return answered.ok && answered.value.code === 0 ? answered.value.stdout : '';
  };
  switch (operatingSystem) {
    case 'macos':
      return fromScutil(await ask('scutil', ['--proxy']));
    case 'windows':
      return fromRegistry(await ask('reg', ['query', INTERNET_SETTINGS]));
    case 'linux':
      return fromGnome(await ask('gsettings', ['list-recursively', 'org.gnome.system.proxy']));
    default:
      return operatingSystem satisfies never;
  }
}

const INTERNET_SETTINGS = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Internet Settings';

/** `scutil --proxy` prints one `Name : value` a line, lists with a number for a name. */
export function fromScutil(text: string): ProxySettings | null {
  const values = new Map<string, string>();
  const exceptions: string[] = [];
  for (const line of text.split('\n')) {
    const [, name = '', value = ''] = /^\s*(\w+)\s*:\s*(\S+)\s*$/.exec(line) ?? [];
    if (/^\d+$/.test(name)) exceptions.push(value);
    else if (name !== '') values.set(name, value);
  }
  const read = (kind: 'HTTP' | 'HTTPS') =>
    values.get(`${kind}Enable`) === '1' ? place(values.get(`${kind}Proxy`), values.get(`${kind}Port`)) : undefined;
  return settingsOf(read('HTTP'), read('HTTPS'), exceptions.join(','));
}

/** `ProxyServer` is one address for everything, or `http=…;https=…`; `ProxyOverride` is split by semicolons. */
export function fromRegistry(text: string): ProxySettings | null {
  const read = (name: string) => new RegExp(`^\\s*${name}\\s+REG_\\w+\\s+(\\S.*?)\\s*$`, 'mi').exec(text)?.[1];
  if (Number(read('ProxyEnable') ?? 0) !== 1) return null;
  const server = read('ProxyServer') ?? '';
  const byKind = new Map(
    server.split(';').map((part) => {
      const [kind = '', address] = part.split('=');
      return address === undefined ? (['all', kind] as const) : ([kind.toLowerCase(), address] as const);
    }),
  );
  const of = (kind: string) => withScheme(byKind.get(kind) ?? byKind.get('all'));
  const exceptions = (read('ProxyOverride') ?? '').split(';').map((one) => (one === '<local>' ? 'localhost' : one));
  return settingsOf(of('http'), of('https'), exceptions.join(','));
}

/** Lines of `schema key value`; strings stand in single quotes, lists in brackets. */
export function fromGnome(text: string): ProxySettings | null {
  const read = (schema: string, key: string) =>
    new RegExp(`^org\\.gnome\\.system\\.proxy${schema} ${key} (.*)$`, 'm').exec(text)?.[1]?.trim() ?? '';
  const unquoted = (value: string) => value.replaceAll("'", '');
  if (unquoted(read('', 'mode')) !== 'manual') return null;
  const of = (kind: string) => place(unquoted(read(`\\.${kind}`, 'host')), read(`\\.${kind}`, 'port'));
  const exceptions = unquoted(read('', 'ignore-hosts')).replaceAll(/[[\] ]/g, '');
  return settingsOf(of('http'), of('https'), exceptions);
}

function place(host: string | undefined, port: string | undefined): string | undefined {
  if (host === undefined || host === '' || port === undefined || !/^[1-9]\d{0,4}$/.test(port)) return undefined;
  return withScheme(`${host}:${port}`);
}

function withScheme(address: string | undefined): string | undefined {
  if (address === undefined || address === '') return undefined;
  return address.includes('://') ? address : `http://${address}`;
}

/** An address that is none counts for nothing: a connection that is refused says more than one that is never made. */
function settingsOf(
  http: string | undefined,
  https: string | undefined,
  exceptions: string | undefined,
): ProxySettings | null {
  const [ofHttp, ofHttps] = [http, https].map((address) => (isProxy(address) ? address : undefined));
  if (ofHttp === undefined && ofHttps === undefined) return null;
  return {
    ...(ofHttp === undefined ? {} : { HTTP_PROXY: ofHttp }),
    ...(ofHttps === undefined ? {} : { HTTPS_PROXY: ofHttps }),
    NO_PROXY: [...(exceptions?.split(',') ?? []), ...THIS_COMPUTER].filter((host) => host !== '').join(','),
  };
}

function isProxy(address: string | undefined): address is string {
  if (address === undefined || !URL.canParse(address)) return false;
  return ['http:', 'https:'].includes(new URL(address).protocol);
}
