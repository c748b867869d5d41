import { resolve } from 'node:path';
import {
  changing,
  type Command,
  examples,
  misuse,
  readJsonFile,
  run,
  type SoftwareFiles,
  urlOf,
} from '@vestibule/command-line';
import {
  SIGNED_DOCUMENT_BYTES,
  type SignedDocument,
  signedDocumentSchema,
  softwareManifestSchema,
} from '@vestibule/contracts';
import {
  findPackageFile,
  isPackage,
  type PackageNamed,
  placePackage,
  removePackage,
} from '../../operations/downloads/software-files.ts';

interface AddOptions {
  readonly by: string;
  readonly data: string;
}

/** Puts the package into the server's folder, and has the server look at both. */
export const SOFTWARE_FILES: SoftwareFiles = {
  addCommands: (software) => {
    const add = changing(software.command('add <signed> <package>'))
      .description('add what npm run software signed, with its package; another administrator has to approve it')
      .requiredOption('--by <login>', 'the administrator who adds it, and who cannot approve it')
      .action((signed: string, file: string, _options: object, command: Command) => {
        const { by, data } = command.optsWithGlobals<AddOptions>();
        if (urlOf(command) !== undefined) {
          throw misuse('Software is added on the server itself: sign in there, and leave out --url.');
        }
        return run(command, async ({ ask, output, isDryRun }) => {
          const document = await readSigned(signed);
          const named = readNamed(signed, document);
          if (!(await isPackage(file, named))) {
            throw misuse(`${file} is not there, or not the package that was signed: another size or SHA-256.`);
          }
          const folder = resolve(data);
          const wasThere = (await findPackageFile(folder, named)) !== null;
          if (!isDryRun) await placePackage(folder, named, file);
          try {
            const outcome = await ask('adminAddSoftware', { body: { file: document, by } });
            output.outcome(outcome, 'It was added, and waits for approval.');
          } catch (error) {
            if (!isDryRun && !wasThere) await removePackage(folder, named);
            throw error;
          }
        });
      });
    examples(add, [
      'software add fleet.deb.signed fleet.deb --by ilse --dry-run',
      'software add fleet.deb.signed fleet.deb --by ilse',
    ]).addHelpText(
      'after',
      `
The file is signed where your update keys are, with npm run software, and never
here. The server knows their public halves: VESTIBULE_SOFTWARE_KEYS. With
several servers on one database, run it on each. docs/administration.md.`,
    );
  },
};

async function readSigned(file: string): Promise<SignedDocument> {
  const read = signedDocumentSchema.safeParse(await readJsonFile(file, SIGNED_DOCUMENT_BYTES));
  if (read.success) return read.data;
  throw misuse(`${file} is not whole, or no signed software. Such a file is made by: npm run software`);
}

/** What it says of its package; who signed it is for the server to look at. */
function readNamed(file: string, { payload }: SignedDocument): PackageNamed {
  try {
    return softwareManifestSchema.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
  } catch {
    throw misuse(`${file} is no signed software of a form that this version reads.`);
  }
}
