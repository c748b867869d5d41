import * as z from 'zod';

/** How to reach an S3-compatible store. The bucket is named in the path, which every such store understands. */
export interface S3Settings {
  /** Origin, without a path. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly keyId: string;
  readonly secret: string;
}

const REQUIRED = [
  'VESTIBULE_S3_ENDPOINT',
  'VESTIBULE_S3_BUCKET',
  'VESTIBULE_S3_KEY_ID',
  'VESTIBULE_S3_SECRET',
] as const;
const LOOPBACK = ['127.0.0.1', '[::1]', 'localhost'];

const schema = z.object({
  VESTIBULE_S3_ENDPOINT: z
    .url({
      protocol: /^https?$/,
      error: 'is not an address, such as https://s3.eu-central-1.amazonaws.com.',
      abort: true,
    })
    .refine((value) => isOrigin(new URL(value)), {
      error: 'has more than a host: leave out path, query, user and password. The bucket has its own setting.',
    })
    .refine((value) => isPrivateEnough(new URL(value)), {
      error:
        'must begin with https://. Reports would cross the network readable; http:// is for this computer, or for a name without dots on a container network.',
    }),
  VESTIBULE_S3_BUCKET: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, {
    error: 'is not the name of a bucket: 3 to 63 lower-case letters, digits, dots and hyphens.',
  }),
  VESTIBULE_S3_REGION: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,63}$/, { error: 'is not a region, such as eu-central-1.' })
    .default('us-east-1'),
  VESTIBULE_S3_KEY_ID: z.string().regex(/^[^\s/]{1,256}$/, { error: 'is not an access key id.' }),
  VESTIBULE_S3_SECRET: z.string().regex(/^\S{1,1024}$/, { error: 'is not a secret access key.' }),
});

/**
 * Reads the settings of the object store from the environment.
 * @returns null settings when none is set (evidence then stays in the data folder), or one sentence per problem
 */
export function readS3Settings(
  environment: Readonly<Record<string, string | undefined>>,
): { readonly ok: true; readonly settings: S3Settings | null } | { readonly ok: false; readonly problems: string[] } {
  // A compose file passes on unset variables as empty ones.
  const given = Object.fromEntries(
    Object.entries(environment).filter(([name, value]) => name.startsWith('VESTIBULE_S3_') && value !== ''),
  );
  if (Object.keys(given).length === 0) return { ok: true, settings: null };
  const missing = REQUIRED.filter((name) => given[name] === undefined);
  const parsed = schema.safeParse(given);
  if (!parsed.success || missing.length > 0) {
    const wrong = (parsed.error?.issues ?? [])
      .map((issue) => ({ name: String(issue.path[0]), message: issue.message }))
      .filter(({ name }) => !missing.some((other) => other === name));
    return {
      ok: false,
      problems: [
        ...missing.map((name) => `${name} is not set: the object store needs ${REQUIRED.join(', ')}.`),
        ...wrong.map(({ name, message }) => `${name} ${message}`),
      ],
    };
  }
  const values = parsed.data;
  return {
    ok: true,
    settings: {
      endpoint: new URL(values.VESTIBULE_S3_ENDPOINT).origin,
      bucket: values.VESTIBULE_S3_BUCKET,
      region: values.VESTIBULE_S3_REGION,
      keyId: values.VESTIBULE_S3_KEY_ID,
      secret: values.VESTIBULE_S3_SECRET,
    },
  };
}

function isOrigin(url: URL): boolean {
  return url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '' && url.password === '';
}

function isPrivateEnough(url: URL): boolean {
  return url.protocol === 'https:' || LOOPBACK.includes(url.hostname) || !/[.:]/.test(url.hostname);
}
