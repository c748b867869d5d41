import { resolve } from 'node:path';
import { misuse, readSecretFile } from '@vestibule/command-line';
import { type AcmeSettings, STANDARD_ACME_DIRECTORY } from '../../operations/config/acme-settings.ts';
import type { ConfigurationFile } from '../../operations/config/configuration-file.ts';
import { isInImage } from '../how-to-start.ts';

/** The options of `setup` that say where the server listens and who speaks https. */
export interface PlaceOptions {
  readonly listen?: string;
  readonly certificate?: string;
  readonly certificateKey?: string;
  readonly acme?: string;
  readonly acmeDirectory?: string;
  readonly acmePort?: string;
  readonly behindProxy?: string[];
  readonly database?: string;
  /** Of the file that the database was read from; undefined: it stood on the command line. */
  readonly databaseFile?: string;
}

type Place = Omit<ConfigurationFile, 'version' | 'publicUrl'>;

/** Where the server listens and who speaks https, as the options say it or as fits the address. */
export function readPlace(options: PlaceOptions, address: string, before: ConfigurationFile | null): Place {
  const { behindProxy } = options;
  const database = options.database ?? databaseToKeep(before);
  const tls = readFiles(options);
  const acme = readAuthority(options, before);
  const url = URL.parse(address);
  if ([tls, acme, behindProxy].filter((one) => one !== undefined).length > 1) {
    throw misuse(
      'The server itself has the certificate (--certificate) or gets it (--acme), or the proxy in front has it (--behind-proxy): one of them.',
    );
  }
  const hasCertificate = tls !== undefined || acme !== undefined;
  const port = Number(url?.port) || (url?.protocol === 'https:' ? 443 : 80);
  const ownListen = { host: hasCertificate ? '0.0.0.0' : '127.0.0.1', port };
  const isOwn = hasCertificate || url?.protocol === 'http:';
  const isKept = acme !== undefined && before?.acme !== undefined;
  const fitting = isOwn && !isKept ? ownListen : null;
  const listen = options.listen === undefined ? fitting : readListen(options.listen);
  return {
    ...(listen === null ? {} : { listen }),
    ...(tls === undefined ? {} : { tls }),
    ...(acme === undefined ? {} : { acme }),
    ...(behindProxy === undefined ? {} : { trustedProxies: behindProxy }),
    ...(database === undefined ? {} : { databaseUrl: database }),
  };
}

/**
 * What a set-up writes: as the options say it, and for the rest what stands in the file already. One that was broken off is
 * gone on with, and a database that the file names is never lost.
 */
export function readFirstPlace(options: PlaceOptions, address: string, before: ConfigurationFile | null): Place {
  const { DATABASE_URL: named = '' } = process.env;
  // A database that is named now, by the environment as well, wins over the one of the file.
  const kept = named === '' ? before?.databaseUrl : undefined;
  const place = readPlace(options, address, before === null ? null : { ...before, databaseUrl: undefined });
  return { ...before, ...withoutOthers(place), databaseUrl: kept, ...place };
}

/** The server does not always start with the environment of this moment. That of a container is always the same. */
function databaseToKeep(before: ConfigurationFile | null): string | undefined {
  const { DATABASE_URL: named = '' } = process.env;
  return named === '' || before?.databaseUrl !== undefined || isInImage() ? undefined : named;
}

function readFiles({ certificate, certificateKey }: PlaceOptions): Place['tls'] {
  if (certificate === undefined && certificateKey === undefined) return undefined;
  if (certificate === undefined || certificateKey === undefined) {
    throw misuse('--certificate and --certificate-key go together.');
  }
  return { certificate: resolve(certificate), key: resolve(certificateKey) };
}

/** The certificate authority, as the options say it; what they leave out stays as it was. */
function readAuthority(options: PlaceOptions, before: ConfigurationFile | null): Place['acme'] {
  const { acme: contact = before?.acme?.contact, acmeDirectory: directory, acmePort: port } = options;
  if (options.acme === undefined && directory === undefined && port === undefined) return undefined;
  if (contact === undefined) throw misuse('--acme-directory and --acme-port go with --acme ADDRESS.');
  return {
    ...before?.acme,
    contact,
    ...(directory === undefined ? {} : { directory }),
    ...(port === undefined ? {} : { port: readPort(port) }),
  };
}

function readPort(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw misuse('--acme-port: is no port, such as 8080');
  return port;
}

function readListen(text: string): { readonly host: string; readonly port: number } {
  const url = URL.parse(`tcp://${text}`);
  const port = Number(url?.port);
  if (url === null || url.hostname === '' || url.pathname !== '' || port === 0) {
    throw misuse('--listen: is no place to listen at, such as 127.0.0.1:8080');
  }
  return { host: url.hostname.replaceAll(/^\[|\]$/g, ''), port };
}

/** Anyone who speaks https from now on, the others do not. */
export function withoutOthers({ tls, acme, trustedProxies }: Place): Partial<ConfigurationFile> {
  if (trustedProxies !== undefined) return { tls: undefined, acme: undefined, listen: undefined };
  if (tls !== undefined) return { acme: undefined, trustedProxies: undefined };
  return acme === undefined ? {} : { tls: undefined, trustedProxies: undefined };
}

/** Where PostgreSQL is. @returns undefined: nothing was said of it */
export async function readDatabase({ database, databaseFile }: PlaceOptions): Promise<string | undefined> {
  if (databaseFile === undefined) return database;
  if (database !== undefined) throw misuse('--database and --database-file do not go together.');
  return readSecretFile(databaseFile, 'database');
}

/** A password on the command line has been seen already. */
export function notesOnDatabase({ database, databaseFile }: PlaceOptions): string[] {
  const password = URL.parse(database ?? '')?.password ?? '';
  return password === '' || databaseFile !== undefined
    ? []
    : [
        'The password of PostgreSQL stood on the command line: it is in the history of the shell, and others on this computer could read it. Choose another one, and name a file that holds the address: vestibule setup --change --database-file FILE',
      ];
}

/** What is agreed to, and what has to be open. */
export function notesOnAcme({ directoryUrl, port }: AcmeSettings, hostname: string): string[] {
  const terms =
    directoryUrl === STANDARD_ACME_DIRECTORY
      ? 'of Let’s Encrypt: https://letsencrypt.org/repository/'
      : `that ${directoryUrl} names`;
  const way = port === 80 ? 'this computer' : `port ${port} of this computer`;
  return [
    `You agree to the terms ${terms}`,
    `Port 80 of ${hostname} has to lead to ${way}: there the authority asks. The server orders when it starts; the log and the doctor say how it goes.`,
  ];
}
