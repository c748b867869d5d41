import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { EXTENSION_KIT_FILE, OPERATING_SYSTEMS, type Outcome } from '@vestibule/contracts';
import { signDownload } from '../../operations/downloads/download-signature.ts';
import { listPackages, systemOf } from '../../operations/downloads/find-package.ts';
import { planKit, readOwnKit } from '../../operations/extension-kit/plan-kit.ts';
import { readRecord } from '../../operations/extension-kit/record.ts';
import { publish } from '../../operations/extension-kit/write-kit.ts';
import { isOnlyCompany } from '../../repositories/companies.ts';
import { type Refusal, refuse, type ServerContext } from '../../context/server-context.ts';
import { type Acting, carryOut, changesBetween } from '../audit/acting.ts';
import { notesOnInstalling } from '../policy/impact/notes-on-installing.ts';

const LEAVE_MS = 3_600_000;

/** What there is to bring to computers, and where each file of it is downloaded. */
export async function describePackages(context: ServerContext) {
  const { config } = context;
  const files = (await listPackages(config.downloadsFolder)).toSorted();
  const packages = await Promise.all(
    OPERATING_SYSTEMS.flatMap((system) =>
      files
        .filter((file) => systemOf(file) === system)
        .map(async (file) => ({
          file,
          system,
          bytes: (await stat(join(config.downloadsFolder, file))).size,
          href: linkTo(context, file),
        })),
    ),
  );
  const record = await readRecord(config.dataFolder);
  const isThere = record !== null && (await readOwnKit(config.dataFolder)) !== null;
  return {
    packages,
    extension:
      record === null
        ? null
        : {
            version: record.extensionVersion,
            file: EXTENSION_KIT_FILE,
            href: isThere ? linkTo(context, EXTENSION_KIT_FILE) : null,
          },
    cannotMake: await whyNotHere(context),
    missing: await notesOnInstalling(context),
  };
}

/** As the pages give it to people: a browser follows it without a call. */
function linkTo({ secret, now }: ServerContext, file: string): string {
  const leave = signDownload(secret, file, new Date(now().getTime() + LEAVE_MS));
  return `/download/${encodeURIComponent(file)}?${new URLSearchParams({ ...leave }).toString()}`;
}

/** The extension is one for all companies of a server: no administrator of one of them changes it for the others. */
async function whyNotHere({ database, publicUrl }: ServerContext): Promise<string | null> {
  if (await isOnlyCompany(database)) return null;
  return `Several companies share this server and its extension. On the server: vestibule extension --out FOLDER --portal ${publicUrl}`;
}

/** Makes the extension for the pages of this gate, and hands it out from then on. */
export async function makeExtension(acting: Acting): Promise<Outcome | Refusal<'not_possible'>> {
  const { company, config, publicUrl } = acting.context;
  const reason = await whyNotHere(acting.context);
  if (reason !== null) return refuse('not_possible', reason);
  const wanted = { dataFolder: config.dataFolder, own: config.publicUrl, further: [publicUrl] };
  const planned = await planKit({ ...wanted, isForGood: false });
  if (typeof planned === 'string') return refuse('not_possible', planned);
  const changes = changesBetween(
    { extension: planned.last?.extensionVersion ?? null, portals: planned.before },
    { extension: planned.kit.record.extensionVersion, portals: planned.origins },
  );
  return carryOut<'not_possible'>(
    acting,
    { action: 'company', target: company.name, changes, details: { what: 'extension' } },
    async () => {
      const made = await planKit({ ...wanted, isForGood: true });
      if (typeof made === 'string') return refuse('not_possible', made);
      await publish(config.dataFolder, made.kit);
      return null;
    },
  );
}
