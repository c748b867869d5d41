import { OPERATING_SYSTEMS } from '@vestibule/contracts';
import * as z from 'zod/mini';
import type { CheckDefinition, Judgement, Wording } from '../definition.ts';
import { compareVersions } from '../version-number.ts';
import { ownSupportOf, type Support, supportMoments, supportOf } from './end-of-support.ts';
import { ANY_VERSION, type Lifecycle, ownReleaseSchema, versionSchema } from './lifecycle.ts';
import { LIFECYCLE } from './lifecycle-data.ts';
import { LIFECYCLE_MAXIMUM_AGE_DAYS } from './which-lifecycle.ts';

export const operatingSystemFactSchema = z.object({
  family: z.enum(OPERATING_SYSTEMS),
  /** Distribution on Linux ('ubuntu'), edition elsewhere. */
  id: z.string().check(z.maxLength(100)),
  /** Numbers and dots: '24.04', '10.0.26100'. Null where a system has none, as rolling distributions. */
  version: z.nullable(z.string().check(z.regex(/^\d{1,9}(\.\d{1,9}){0,5}$/))),
  name: z.string().check(z.maxLength(255)),
  /** The last day of security updates, where the maker's own file names one (`SUPPORT_END` of os-release). */
  supportEnd: z.optional(z.iso.date()),
});
export type OperatingSystemFact = z.infer<typeof operatingSystemFactSchema>;

const parametersSchema = z.object({
  /** What the company says itself of a release, before anything else counts. */
  releases: z._default(z.array(ownReleaseSchema).check(z.maxLength(500)), []),
  /** Systems for which the company pays for more updates: 'ubuntu' (Ubuntu Pro), 'windows' (extended security updates). */
  paidUpdates: z._default(z.array(z.string().check(z.maxLength(100))).check(z.maxLength(100)), []),
  /** How old what is known of the makers' ends may be and still prove support. */
  maximumDataAgeDays: z._default(z.int().check(z.minimum(1), z.maximum(1825)), LIFECYCLE_MAXIMUM_AGE_DAYS),
  /** Nothing older is good enough; what has ended is not either. */
  minimumWindows: z._default(z.nullable(versionSchema), null),
  /** Builds that the company calls ended: with them, its list alone decides on Windows. */
  endedWindows: z._default(z.nullable(z.array(z.int().check(z.minimum(1)))), null),
  /** This and everything newer, whatever its maker says. */
  minimumMacos: z._default(z.nullable(versionSchema), null),
  /** By distribution; 'any' for one that has no versions. These, whatever their makers say, and no other distribution. */
  minimumLinux: z._default(z.nullable(z.record(z.string(), z.union([versionSchema, z.literal(ANY_VERSION)]))), null),
});
type Parameters = z.infer<typeof parametersSchema>;

const OLDEST_WINDOWS_BY_LIST = '10.0.19045';

export const osSupported: CheckDefinition<OperatingSystemFact, Parameters> = {
  type: 'OSSupported',
  facts: 'operatingSystem',
  factSchema: operatingSystemFactSchema,
  parameters: parametersSchema,
  judge(fact, parameters, context) {
    const own = ownSupportOf(fact, parameters.releases, context.now);
    if (own !== null) return judgeSupport(fact, own);
    const minimum = minimumFor(fact, parameters);
    if (minimum === null) return failed(fact, 'notListed', { key: 'wantedListed' });
    if (minimum === ANY_VERSION) return passed(fact, { key: 'wantedAny' });
    if (minimum !== undefined) {
      const wanted = { key: 'wantedVersion', values: { version: minimum } };
      const comparison = fact.version === null ? null : compareVersions(fact.version, minimum);
      if (comparison === null) return notKnown(fact, 'noVersionWhy', wanted);
      if (comparison < 0) return failed(fact, 'tooOld', wanted);
      if (fact.family === 'windows' && parameters.endedWindows?.includes(buildOf(fact)) === true) {
        return failed(fact, 'tooOld', { key: 'wantedUpdated' });
      }
      if (fact.family !== 'windows' || parameters.endedWindows !== null) return passed(fact, wanted);
    }
    const { maximumDataAgeDays: maximumAgeDays, paidUpdates: paidFor } = parameters;
    const lifecycle = context.lifecycle ?? LIFECYCLE;
    return judgeSupport(fact, supportOf(fact, { lifecycle, now: context.now, maximumAgeDays, paidFor }), lifecycle);
  },
  moments(fact, { releases, maximumDataAgeDays: maximumAgeDays }, { lifecycle = LIFECYCLE }) {
    return supportMoments(fact, releases, { lifecycle, maximumAgeDays });
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
    untilWhy: '{name} gets security updates until {day}.',
    tooOld: 'The operating system is too old',
    tooOldWhy: '{name} is older than your company accepts. Newer versions get security updates.',
    endedWhy: '{name} got its last security updates on {day}.',
    longEndedWhy: '{name} has not got security updates for years.',
    paidOnlyWhy: 'Since {day}, {name} gets security updates only where a company pays for them.',
    notListed: 'The operating system is not supported',
    notListedWhy: '{name} is not on the list of your company.',
    noVersion: 'Operating system',
    noVersionWhy: '{name} does not say which version it is.',
    notKnownWhy: 'How long {name} gets security updates was not known on {day}.',
    oldDataWhy:
      'What your company knows about {name} is from {day} and too old to tell. This isn’t your fault, and you can’t fix it. Your IT team has to update the list: vestibule lifecycle --help',
    notAcceptedWhy: 'Your company does not accept {name}.',
    notAcceptedAfterWhy: 'Your company accepted {name} until {day}.',
  },
  helpArticle: 'os-supported',
  fixableOn: [],
};

/** @returns undefined when the policy names none; null when it names others */
function minimumFor(fact: OperatingSystemFact, parameters: Parameters): string | null | undefined {
  const { minimumWindows, endedWindows, minimumMacos, minimumLinux } = parameters;
  switch (fact.family) {
    case 'windows':
      return minimumWindows ?? (endedWindows === null ? undefined : OLDEST_WINDOWS_BY_LIST);
    case 'macos':
      return minimumMacos ?? undefined;
    case 'linux':
      if (minimumLinux === null) return undefined;
      return Object.hasOwn(minimumLinux, fact.id) ? (minimumLinux[fact.id] ?? null) : null;
  }
}

function buildOf({ version }: OperatingSystemFact): number {
  return Number(version?.split('.')[2]);
}

function judgeSupport(fact: OperatingSystemFact, support: Support, lifecycle: Lifecycle = LIFECYCLE): Judgement {
  const wanted = { key: 'wantedUpdated' };
  const { name } = fact;
  switch (support.is) {
    case 'supported': {
      const judged = passed(fact, wanted);
      if (support.until === null) return judged;
      return { ...judged, description: { key: 'untilWhy', values: { name, day: support.until } } };
    }
    case 'ended': {
      const judged = failed(fact, 'tooOld', wanted);
      if (support.on === null) return { ...judged, description: { key: 'longEndedWhy', values: { name } } };
      return { ...judged, description: { key: 'endedWhy', values: { name, day: support.on } } };
    }
    case 'not-accepted': {
      const judged = failed(fact, 'tooOld', wanted);
      if (support.after === null) return { ...judged, description: { key: 'notAcceptedWhy', values: { name } } };
      return { ...judged, description: { key: 'notAcceptedAfterWhy', values: { name, day: support.after } } };
    }
    case 'paid-only':
      return {
        ...failed(fact, 'tooOld', wanted),
        description: { key: 'paidOnlyWhy', values: { name, day: support.since } },
      };
    case 'not-known': {
      if (support.why === 'version') return notKnown(fact, 'noVersionWhy', wanted);
      const values = { name, day: lifecycle.asOf };
      // Nothing that the person or the computer could do: a newer Vestibule knows it.
      const description = support.why === 'age' ? 'oldDataWhy' : 'notKnownWhy';
      return { ...notKnown(fact, description, wanted, values), reason: 'not-supported' };
    }
  }
}

function notKnown(
  fact: OperatingSystemFact,
  description: 'noVersionWhy' | 'notKnownWhy' | 'oldDataWhy',
  wanted: Wording,
  values: Readonly<Record<string, string>> = { name: fact.name },
): Judgement {
  return {
    state: 'unknown',
    reason: 'unexpected-output',
    message: { key: 'noVersion' },
    description: { key: description, values },
    found: fact.name,
    wanted,
  };
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
