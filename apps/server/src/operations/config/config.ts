import { join, resolve } from 'node:path';
import { readInWords, type UpdateKey } from '@vestibule/contracts';
import * as z from 'zod';
import { readS3Settings, type S3Settings } from '../storage/s3-settings.ts';
import type { MetricsAddress } from '../metrics/metrics.ts';
import { type AcmeRead, type AcmeSettings, readAcme } from './acme-settings.ts';
import { asEnvironment, type ConfigurationFile, readConfigurationFile } from './configuration-file.ts';
import { type LifecycleSettings, readLifecycleSettings } from './lifecycle-settings.ts';
import { isLoopbackName, readPublicAddress } from './public-address.ts';
import { readPrivateNetworks } from './private-networks.ts';
import { readTrustedProxies } from './trusted-proxies.ts';
import { readUpdateKeys } from './update-keys.ts';
import { readWorkers } from './workers.ts';

const flag = z.enum(['0', '1']).transform((value) => value === '1');

const environmentSchema = z.object({
  PORT: z.coerce.number().int().min(1).max(65_535).default(8080),
  VESTIBULE_HOST: z.string().default('127.0.0.1'),
  VESTIBULE_PUBLIC_URL: z.string().optional(),
  VESTIBULE_POLICY: z.string().optional(),
  VESTIBULE_DOWNLOADS: z.string().optional(),
  VESTIBULE_DEMO: flag.default(false),
  VESTIBULE_DEMO_WORK_APP: z.url().default('http://127.0.0.1:8081'),
  VESTIBULE_DEMO_FAST_CHECK: flag.default(false),
  VESTIBULE_DEMO_PAST: flag.default(false),
  /** Tests only: take reports from a client that reads below another root folder. */
  VESTIBULE_ALLOW_SCRATCH_ROOT: flag.default(false),
  /** Addresses or networks of the proxies in front, separated by commas: only they may say who a visitor is. */
  VESTIBULE_TRUSTED_PROXIES: z.string().default(''),
  /** How long the server goes on answering once it is asked to end, so that what stands in front sends no one new. */
  VESTIBULE_DRAIN_SECONDS: z.coerce.number().int().min(0).max(300).default(0),
  /** With how many processes the server serves: `auto`, or a number. */
  VESTIBULE_WORKERS: z.string().default('1'),
  /** Where Prometheus asks; without a port it cannot. */
  VESTIBULE_METRICS_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  VESTIBULE_METRICS_HOST: z.string().default('127.0.0.1'),
  /** Inner networks where the server asks what a company names, separated by commas; `none`. */
  VESTIBULE_PRIVATE_NETWORKS: z.string().optional(),
  /** Public halves of the keys that sign newer data on ends of support, separated by commas. */
  VESTIBULE_LIFECYCLE_KEYS: z.string().optional(),
  /** Where such data is asked for once a day. */
  VESTIBULE_LIFECYCLE_URL: z.string().optional(),
  /** Public halves of the keys that sign software for "Install now", separated by commas. */
  VESTIBULE_SOFTWARE_KEYS: z.string().optional(),
  /** PEM files, when the server itself speaks https: the certificate with its chain, and its key. */
  VESTIBULE_TLS_CERTIFICATE: z.string().optional(),
  VESTIBULE_TLS_KEY: z.string().optional(),
  /** The e-mail address for a certificate authority: the server gets its certificates by itself. */
  VESTIBULE_ACME: z.string().optional(),
  VESTIBULE_ACME_DIRECTORY: z.string().optional(),
  VESTIBULE_ACME_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  DATABASE_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: 'must be an address such as postgresql://vestibule:…@db.example.com/vestibule',
    })
    .optional(),
  /** The same database without what pools connections in front of it: events of other servers are listened for there. */
  DATABASE_DIRECT_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: 'must be an address such as postgresql://vestibule:…@db.example.com/vestibule',
    })
    .optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

/** Where the packages of this very version are built. */
const SHIPPED_PACKAGES = join(import.meta.dirname, '../../../../../dist/packages');

const LOOPBACK: readonly string[] = ['127.0.0.1', '::1', 'localhost'];

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Absolute path of the folder that holds the embedded database, keys, policy and uploads. */
  readonly dataFolder: string;
  /** Every issuer, address and cookie derives from this origin, never from the Host header. */
  readonly publicUrl: string;
  readonly policyFile: string;
  /** Absolute path of the folder whose installers are handed out; it may be missing. */
  readonly downloadsFolder: string;
  readonly databaseUrl: string | undefined;
  /** Where PostgreSQL keeps a connection that listens; undefined: at `databaseUrl`. */
  readonly databaseDirectUrl: string | undefined;
  /** Where the evidence of reports is kept; null: in the data folder. */
  readonly objectStore: S3Settings | null;
  readonly isDemo: boolean;
  readonly demoWorkApp: string;
  /** The people of the trial are in fast-check mode: no staged scan. */
  readonly isDemoFastCheckMode: boolean;
  /** The trial begins with sign-ins of the weeks before. Never outside a trial. */
  readonly hasDemoPast: boolean;
  readonly allowsScratchRoot: boolean;
  readonly trustedProxies: readonly string[];
  /** Inner networks where the server asks what a company names; null: not said, so it depends on how many companies there are. */
  readonly privateNetworks: readonly string[] | null;
  readonly lifecycle: LifecycleSettings;
  /** Who signs software that may be installed; either is enough. None: nothing is taken or offered. */
  readonly softwareKeys: readonly UpdateKey[];
  /** Absolute paths of PEM files; null: something in front speaks https, or no one does. */
  readonly tls: { readonly certificate: string; readonly key: string } | null;
  /** How the server gets its certificates by itself; null: it does not. Never next to `tls`. */
  readonly acme: AcmeSettings | null;
  readonly drainMs: number;
  /** With how many processes it serves. */
  readonly workers: number;
  /** Where Prometheus asks; null: nothing is counted. */
  readonly metrics: MetricsAddress | null;
  readonly logLevel: string;
}

export type ConfigRead = { ok: true; config: Config } | { ok: false; problems: string[] };

/** Reads the configuration as the server does: the file of the data folder, and the environment, which wins. */
export async function loadConfig(environment: NodeJS.ProcessEnv): Promise<ConfigRead> {
  const read = await readConfigurationFile(dataFolderOf(environment));
  return read.ok ? readConfig(environment, read.file) : read;
}

export function dataFolderOf(environment: NodeJS.ProcessEnv): string {
  return resolve(environment['VESTIBULE_DATA'] || '.data');
}

/** A compose file passes on unset variables as empty ones. */
function withoutEmpty(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
}

/**
 * Reads the configuration from the environment, and from the file for what it does not say.
 * @returns the configuration, or one sentence per problem
 */
export function readConfig(environment: NodeJS.ProcessEnv, file: ConfigurationFile | null): ConfigRead {
  const dataFolder = dataFolderOf(environment);
  const read = readInWords(environmentSchema, { ...asEnvironment(file, dataFolder), ...withoutEmpty(environment) });
  if (!read.ok) return { ok: false, problems: [...read.problems] };
  const values = read.value;
  const objectStore = readS3Settings(environment);
  const address = readPublicAddress(values.VESTIBULE_PUBLIC_URL ?? `http://localhost:${values.PORT}`);
  const proxies = readTrustedProxies(values.VESTIBULE_TRUSTED_PROXIES);
  const networks = readPrivateNetworks(values.VESTIBULE_PRIVATE_NETWORKS);
  const lifecycle = readLifecycleSettings(values.VESTIBULE_LIFECYCLE_KEYS, values.VESTIBULE_LIFECYCLE_URL);
  const software = readUpdateKeys('VESTIBULE_SOFTWARE_KEYS', values.VESTIBULE_SOFTWARE_KEYS, 'npm run software');
  const tls = readTls(values);
  const workers = readWorkers(values.VESTIBULE_WORKERS, values.DATABASE_URL);
  if (!objectStore.ok) return objectStore;
  if (!address.ok) return { ok: false, problems: [`VESTIBULE_PUBLIC_URL: ${address.problem}`] };
  if (!proxies.ok) return { ok: false, problems: [`VESTIBULE_TRUSTED_PROXIES: ${proxies.problem}`] };
  if (!networks.ok) return { ok: false, problems: [`VESTIBULE_PRIVATE_NETWORKS: ${networks.problem}`] };
  if (!lifecycle.ok) return { ok: false, problems: [lifecycle.problem] };
  if (!software.ok) return { ok: false, problems: [software.problem] };
  if (!tls.ok) return tls;
  if (!workers.ok) return { ok: false, problems: [`VESTIBULE_WORKERS: ${workers.problem}`] };
  const acme = readAcmeOf(values, address.origin, tls.tls !== null);
  if (!acme.ok) return { ok: false, problems: [`VESTIBULE_ACME: ${acme.problem}`] };
  const problem = values.VESTIBULE_DEMO ? whyNoTrial(values, file, address.origin) : null;
  if (problem !== null) return { ok: false, problems: [`VESTIBULE_DEMO: ${problem}`] };
  return {
    ok: true,
    config: {
      port: values.PORT,
      host: values.VESTIBULE_HOST,
      dataFolder,
      publicUrl: address.origin,
      policyFile: values.VESTIBULE_POLICY ?? resolve(dataFolder, 'policy.yaml'),
      downloadsFolder: resolve(values.VESTIBULE_DOWNLOADS ?? SHIPPED_PACKAGES),
      databaseUrl: values.DATABASE_URL,
      databaseDirectUrl: values.DATABASE_DIRECT_URL,
      objectStore: objectStore.settings,
      isDemo: values.VESTIBULE_DEMO,
      demoWorkApp: new URL(values.VESTIBULE_DEMO_WORK_APP).origin,
      isDemoFastCheckMode: values.VESTIBULE_DEMO_FAST_CHECK,
      hasDemoPast: values.VESTIBULE_DEMO && values.VESTIBULE_DEMO_PAST,
      allowsScratchRoot: values.VESTIBULE_ALLOW_SCRATCH_ROOT,
      trustedProxies: proxies.proxies,
      privateNetworks: networks.networks,
      lifecycle: lifecycle.lifecycle,
      softwareKeys: software.keys,
      tls: tls.tls,
      acme: acme.acme,
      drainMs: values.VESTIBULE_DRAIN_SECONDS * 1000,
      workers: workers.workers,
      metrics: readMetrics(values),
      logLevel: values.LOG_LEVEL,
    },
  };
}

type Values = z.infer<typeof environmentSchema>;

/** The passwords of the trial stand in its source: it stays on this computer, and away from what people work with. */
function whyNoTrial(values: Values, file: ConfigurationFile | null, publicUrl: string): string | null {
  if (file !== null) {
    return `this data folder was set up for people to work with (${file.publicUrl}). Start the trial with another one: VESTIBULE_DATA=.trial npm start`;
  }
  const isHere = LOOPBACK.includes(values.VESTIBULE_HOST) && isLoopbackName(new URL(publicUrl).hostname);
  return values.DATABASE_URL === undefined && isHere
    ? null
    : 'the trial runs on this computer and its embedded database only. For other people: vestibule setup --url https://gate.example.com';
}

function readMetrics({ VESTIBULE_METRICS_HOST: host, VESTIBULE_METRICS_PORT: port }: Values): MetricsAddress | null {
  return port === undefined ? null : { host, port };
}

function readTls({ VESTIBULE_TLS_CERTIFICATE: certificate, VESTIBULE_TLS_KEY: key }: Values) {
  if (certificate === undefined && key === undefined) return { ok: true as const, tls: null };
  if (certificate === undefined || key === undefined) {
    return {
      ok: false as const,
      problems: [
        'VESTIBULE_TLS_CERTIFICATE and VESTIBULE_TLS_KEY go together: a certificate, and the key that belongs to it.',
      ],
    };
  }
  return { ok: true as const, tls: { certificate: resolve(certificate), key: resolve(key) } };
}

function readAcmeOf(values: Values, publicUrl: string, hasFiles: boolean): AcmeRead {
  const { VESTIBULE_ACME: contact, VESTIBULE_ACME_DIRECTORY: directory, VESTIBULE_ACME_PORT: port } = values;
  if (contact !== undefined && hasFiles) {
    return { ok: false, problem: 'the server takes a certificate from files or gets it by itself, not both.' };
  }
  return readAcme({ contact, directory, ...(port === undefined ? {} : { port }) }, publicUrl);
}
