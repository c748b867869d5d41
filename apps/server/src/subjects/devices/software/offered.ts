import type { SignedDocument, SoftwareManifest, UpdateKey } from '@vestibule/contracts';
import { verifySoftware } from '@vestibule/device-keys';
import type { OfferedSoftware } from '../../../context/offered-software.ts';
import { type Refusal, refuse, type ServerContext } from '../../../context/server-context.ts';
import { signDownload } from '../../../operations/downloads/download-signature.ts';
import { findPackageFile, softwareFileName } from '../../../operations/downloads/software-files.ts';
import type { Database } from '../../../database/open.ts';
import { findSoftware } from '../../../repositories/software.ts';

/** A package is larger than any page: time enough for a slow line to begin. */
const LEAVE_MS = 10 * 60_000;

/** What was approved for a company and is signed by a key that is set now; with whatever the database says. */
export async function loadOffered(
  database: Database,
  companyId: string,
  keys: readonly UpdateKey[],
): Promise<readonly OfferedSoftware[]> {
  if (keys.length === 0) return [];
  const rows = (await findSoftware(database, companyId)).filter(({ approvedAt }) => approvedAt !== null);
  const offered = await Promise.all(
    rows.map(async ({ id, document }): Promise<OfferedSoftware | null> => {
      const verified = await verifySoftware(document, keys);
      return verified.ok && verified.value.id === id ? { manifest: verified.value, document } : null;
    }),
  );
  return offered.filter((one) => one !== null);
}

/** What a computer asks for: the signed document as it is, and for some minutes leave to fetch its package. */
export async function handOutSoftware(
  context: ServerContext,
  id: string,
): Promise<{ readonly document: SignedDocument; readonly packagePath: string } | Refusal<'installer_missing'>> {
  const found = findOffered(context, id);
  if (found === null || !(await isHere(context, found.manifest))) {
    return refuse('installer_missing', 'This software is not offered, or its package is not on this server.');
  }
  const name = softwareFileName(found.manifest);
  const leave = signDownload(context.secret, name, new Date(context.now().getTime() + LEAVE_MS));
  const query = new URLSearchParams({ ...leave }).toString();
  return { document: found.document, packagePath: `/download/${name}?${query}` };
}

/** What a person is shown before they agree. */
export function describeTerms(context: ServerContext, id: string) {
  const found = findOffered(context, id);
  if (found === null) return refuse('installer_missing', 'This software is not offered.');
  const { name, version, publisher, size, licence } = found.manifest;
  return { name, version, publisher, size, licence };
}

function findOffered({ software, now }: ServerContext, id: string): OfferedSoftware | null {
  const found = software.find(({ manifest }) => manifest.id === id);
  return found === undefined || Date.parse(found.manifest.notAfter) <= now().getTime() ? null : found;
}

async function isHere({ config }: ServerContext, manifest: SoftwareManifest): Promise<boolean> {
  return (await findPackageFile(config.dataFolder, manifest)) !== null;
}
