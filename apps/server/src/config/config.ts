import { isAbsolute, join, resolve } from 'node:path';
import * as z from 'zod';
import { readS3Settings, type S3Settings } from '../storage/s3-settings.ts';

const flag = z.enum(['0', '1']).transform((value) => value === '1');

const environmentSchema = z.object({
  PORT: z.coerce.number().int().min(1).max(65_535).default(8080),
  VESTIBULE_HOST: z.string().default('127.0.0.1'),
  VESTIBULE_DATA: z.string().default('.data'),
  VESTIBULE_PUBLIC_URL: z.url().optional(),
  VESTIBULE_POLICY: z.string().optional(),
  VESTIBULE_DOWNLOADS: z.string().optional(),
  VESTIBULE_DEMO: flag.default(false),
  VESTIBULE_DEMO_WORK_APP: z.url().default('http://127.0.0.1:8081'),
  VESTIBULE_DEMO_FAST_CHECK: flag.default(false),
  /** Tests only: take reports from a client that reads below another root folder. */
  VESTIBULE_ALLOW_SCRATCH_ROOT: flag.default(false),
  /** Addresses or networks of the proxies in front, separated by commas: only they may say who a visitor is. */
  VESTIBULE_TRUSTED_PROXIES: z.string().default(''),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

/** Where the packages of this very version are built. */
const SHIPPED_PACKAGES = join(import.meta.dirname, '../../../../dist/packages');

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
  /** Where the evidence of reports is kept; null: in the data folder. */
  readonly objectStore: S3Settings | null;
  readonly isDemo: boolean;
  readonly demoWorkApp: string;
  /** The people of the trial are in fast-check mode: no staged scan. */
  readonly isDemoFastCheckMode: boolean;
  readonly allowsScratchRoot: boolean;
  readonly trustedProxies: readonly string[];
  readonly logLevel: string;
}

/**
 * Reads the configuration from the environment.
 * @returns the configuration, or one sentence per problem
 */
export function readConfig(
  environment: NodeJS.ProcessEnv,
): { ok: true; config: Config } | { ok: false; problems: string[] } {
  const parsed = environmentSchema.safeParse(environment);
  if (!parsed.success) {
    return { ok: false, problems: parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) };
  }
  const objectStore = readS3Settings(environment);
  if (!objectStore.ok) return { ok: false, problems: objectStore.problems };
  const values = parsed.data;
  if (values.VESTIBULE_DEMO && (values.DATABASE_URL !== undefined || !LOOPBACK.includes(values.VESTIBULE_HOST))) {
    return { ok: false, problems: ['VESTIBULE_DEMO: the trial runs on this computer and its embedded database only.'] };
  }
  const dataFolder = isAbsolute(values.VESTIBULE_DATA) ? values.VESTIBULE_DATA : resolve(values.VESTIBULE_DATA);
  return {
    ok: true,
    config: {
      port: values.PORT,
      host: values.VESTIBULE_HOST,
      dataFolder,
      publicUrl: new URL(values.VESTIBULE_PUBLIC_URL ?? `http://localhost:${values.PORT}`).origin,
      policyFile: values.VESTIBULE_POLICY ?? resolve(dataFolder, 'policy.yaml'),
      downloadsFolder: resolve(values.VESTIBULE_DOWNLOADS ?? SHIPPED_PACKAGES),
      databaseUrl: values.DATABASE_URL,
      objectStore: objectStore.settings,
      isDemo: values.VESTIBULE_DEMO,
      demoWorkApp: new URL(values.VESTIBULE_DEMO_WORK_APP).origin,
      isDemoFastCheckMode: values.VESTIBULE_DEMO_FAST_CHECK,
      allowsScratchRoot: values.VESTIBULE_ALLOW_SCRATCH_ROOT,
      trustedProxies: values.VESTIBULE_TRUSTED_PROXIES.split(',')
        .map((entry) => entry.trim())
        .filter((entry) => entry !== ''),
      logLevel: values.LOG_LEVEL,
    },
  };
}
