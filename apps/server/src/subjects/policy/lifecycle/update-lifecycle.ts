import { isDeepStrictEqual } from 'node:util';
import { isNewer, type Lifecycle } from '@vestibule/checks';
import type { Outcome } from '@vestibule/contracts';
import { signedDocumentSchema } from '@vestibule/contracts';
import type { LoadedLifecycle } from '../../../context/lifecycle-memory.ts';
import { type Installation, isRefusal, type Refusal, refuse } from '../../../context/server-context.ts';
import { findCompanies } from '../../../repositories/companies.ts';
import { findLifecycle, LIFECYCLE_FORMAT, replaceLifecycle } from '../../../repositories/lifecycle-data.ts';
import { type ActingOnInstallation, carryOut, changesBetween } from '../../audit/acting.ts';
import { askAddress } from './ask-address.ts';
import { compareReleases } from './compare-releases.ts';
import { measureStopped } from './measure-stopped.ts';
import { loadLifecycle } from './memory.ts';
import { readSigned } from './read-signed.ts';

type Updated = Outcome & Pick<Lifecycle, 'version' | 'asOf'>;

/**
 * Takes newer data on the ends of releases, for every company. Nothing that is older than what judges is taken, so that an
 * old file brings no ended release back.
 * @param file undefined: it is asked for at the address that is set
 */
export async function updateLifecycle(
  acting: ActingOnInstallation,
  file: unknown,
): Promise<Updated | Refusal<'not_possible'>> {
  const { installation } = acting;
  const { config, database, now } = installation;
  const { keys, address } = config.lifecycle;
  if (file === undefined && address === null) {
    return no('No address is set where newer data is asked for: name a file, or set VESTIBULE_LIFECYCLE_URL.');
  }
  const asked = file === undefined && address !== null ? await askAddress(installation, address) : null;
  if (asked !== null && !asked.ok) return no(asked.why);
  const document = asked?.document ?? file;
  const read = await readSigned(document, keys, now());
  if (!read.ok) return no(read.why);
  const { data } = read;
  const holding = await loadLifecycle(installation, await findLifecycle(database));
  const isSame = isDeepStrictEqual(data, holding.data);
  const obstacle = isSame ? null : whyNot(data, holding.data);
  if (obstacle !== null) return no(obstacle);
  const takenFrom = asked === null ? acting.administrator.name : (address ?? '');
  const outcome = await carryOut(
    acting,
    {
      action: 'lifecycle',
      target: `version ${data.version} of ${data.asOf}`,
      changes: isSame
        ? []
        : [...changesBetween(nameOf(holding), nameOf({ data })), ...compareReleases(holding.data, data)],
      details: { takenFrom },
      warnings: isSame ? [] : await measureStopped(installation, data),
    },
    async (transaction) => {
      const row = {
        format: LIFECYCLE_FORMAT,
        document: signedDocumentSchema.parse(document),
        takenAt: now(),
        takenFrom,
      };
      const isStored = await replaceLifecycle(transaction, row, async (there) => {
        const { data: other } = await loadLifecycle(installation, there);
        return whyNot(data, other) === null;
      });
      return isStored ? null : refuse('not_possible', 'Nothing was changed: meanwhile newer data was taken.');
    },
  );
  if (isRefusal(outcome)) return outcome;
  installation.lifecycleMemory.problem = null;
  if (!outcome.isDryRun && outcome.changes.length > 0) await tellPages(installation);
  return { ...outcome, version: data.version, asOf: data.asOf };
}

/** Why data is not put in the place of other data; null: it is newer. */
function whyNot(offered: Lifecycle, holding: Lifecycle): string | null {
  const there = `version ${holding.version} of ${holding.asOf}`;
  if (isNewer(offered, holding) && offered.version > holding.version) return null;
  if (offered.version === holding.version && offered.asOf === holding.asOf) {
    return `It says something else than ${there}, which judges already: newer data has a higher version.`;
  }
  return `It is version ${offered.version} of ${offered.asOf}, and ${there} judges already. Data never goes back: newer data has a higher version and no earlier day.`;
}

function no(why: string): Refusal<'not_possible'> {
  return refuse('not_possible', `Nothing was taken. ${why}`);
}

function nameOf({ data: { version, asOf } }: Pick<LoadedLifecycle, 'data'>) {
  return { version, asOf };
}

/** Whose page is open may be let in by it, and is then. */
async function tellPages({ database, events }: Installation): Promise<void> {
  for (const { company } of await findCompanies(database)) {
    await events.publish({ companyId: company.id, personId: null, subject: 'policy' });
  }
}
