import { OPERATING_SYSTEMS } from '@vestibule/contracts';
import * as z from 'zod/mini';
import type { CheckDefinition, Judgement, Wording } from '../definition.ts';
import { compareVersions } from '../version-number.ts';
import { ENDED_WINDOWS_BUILDS } from './ended-windows.ts';
import { ANY_VERSION, OLDEST_SUPPORTED_LINUX } from './supported-linux.ts';

export const operatingSystemFactSchema = z.object({
  family: z.enum(OPERATING_SYSTEMS),
  /** Distribution on Linux ('ubuntu'), edition elsewhere. */
  id: z.string().check(z.maxLength(100)),
  /** Numbers and dots: '24.04', '10.0.26100'. Null where a system has none, as rolling distributions. */
  version: z.nullable(z.string().check(z.regex(/^\d{1,9}(\.\d{1,9}){0,5}$/))),
  name: z.string().check(z.maxLength(255)),
});
export type OperatingSystemFact = z.infer<typeof operatingSystemFactSchema>;

const versionSchema = z
  .string()
  .check(z.regex(/^\d{1,9}(\.\d{1,9}){0,5}$/, 'must be a version such as 14.2, in quotation marks'));

const parametersSchema = z.object({
  /** The oldest version that is good enough. */
  minimumWindows: z._default(versionSchema, '10.0.19045'),
  /** Builds newer than the oldest that get no more security updates: Windows gives each release its own end. */
  endedWindows: z._default(z.array(z.int().check(z.minimum(1))), ENDED_WINDOWS_BUILDS),
  minimumMacos: z._default(versionSchema, '14'),
  /** By distribution; 'any' for one that has no versions. A distribution that is not named is not supported. */
  minimumLinux: z._default(
    z.record(z.string(), z.union([versionSchema, z.literal(ANY_VERSION)])),
    OLDEST_SUPPORTED_LINUX,
  ),
});
type Parameters = z.infer<typeof parametersSchema>;

export const osSupported: CheckDefinition<OperatingSystemFact, Parameters> = {
  type: 'OSSupported',
  facts: 'operatingSystem',
  factSchema: operatingSystemFactSchema,
  parameters: parametersSchema,
  judge(fact, parameters) {
    const minimum = minimumFor(fact, parameters);
    if (minimum === null) return failed(fact, 'notListed', { key: 'wantedListed' });
    const wanted =
      minimum === ANY_VERSION ? { key: 'wantedAny' } : { key: 'wantedVersion', values: { version: minimum } };
    if (minimum === ANY_VERSION) return passed(fact, wanted);
    const comparison = fact.version === null ? null : compareVersions(fact.version, minimum);
    if (comparison === null) {
      return {
        state: 'unknown',
        reason: 'unexpected-output',
        message: { key: 'noVersion' },
        description: { key: 'noVersionWhy', values: { name: fact.name } },
        found: fact.name,
        wanted,
      };
    }
    if (comparison < 0) return failed(fact, 'tooOld', wanted);
    return hasEnded(fact, parameters) ? failed(fact, 'tooOld', { key: 'wantedUpdated' }) : passed(fact, wanted);
  },
  texts: {
    wantedListed: 'A system on the list of your company',
    wantedAny: 'Any version',
    wantedVersion: 'Version {version} or newer',
    wantedUpdated: 'A version that still gets updates',
    scanText: 'Operating system is supported',
    unknownText: 'Operating system',
    supported: 'Operating system is supported',
    supportedWhy: '{name} still gets security updates.',
    tooOld: 'The operating system is too old',
    tooOldWhy: '{name} is older than your company accepts. Newer versions get security updates.',
    notListed: 'The operating system is not supported',
    notListedWhy: '{name} is not on the list of your company.',
    noVersion: 'Operating system',
    noVersionWhy: '{name} does not say which version it is.',
  },
  helpArticle: 'os-supported',
  fixableOn: [],
};

function minimumFor(fact: OperatingSystemFact, parameters: Parameters): string | null {
  switch (fact.family) {
    case 'windows':
      return parameters.minimumWindows;
    case 'macos':
      return parameters.minimumMacos;
    case 'linux':
      return Object.hasOwn(parameters.minimumLinux, fact.id) ? (parameters.minimumLinux[fact.id] ?? null) : null;
  }
}

function hasEnded({ family, version }: OperatingSystemFact, { endedWindows }: Parameters): boolean {
  const build = Number(version?.split('.')[2]);
  return family === 'windows' && endedWindows.includes(build);
}

function passed(fact: OperatingSystemFact, wanted: Wording): Judgement {
  return {
    state: 'passed',
    message: { key: 'supported' },
    description: { key: 'supportedWhy', values: { name: fact.name } },
    found: fact.name,
    wanted,
  };
}

function failed(fact: OperatingSystemFact, key: 'tooOld' | 'notListed', wanted: Wording): Judgement {
  return {
    state: 'failed',
    message: { key },
    description: { key: `${key}Why`, values: { name: fact.name } },
    found: fact.name,
    wanted,
  };
}
