import { sortPackages } from '../../downloads/find-package.ts';
import { readRecord } from '../../extension-kit/record.ts';
import type { ServerContext } from '../server-context.ts';

/** What people who are asked to install Workplace and its extension would look for in vain, in sentences with what to do. */
export async function notesOnInstalling({ config, configuration, publicUrl }: ServerContext): Promise<string[]> {
  const { lacking } = await sortPackages(config.downloadsFolder);
  const { chromium, firefox } = configuration.extensionUrls;
  const hasExtension = chromium !== null || firefox !== null || (await readRecord(config.dataFolder)) !== null;
  return [
    ...(lacking.length === 0
      ? []
      : [
          `Whoever is asked to install Workplace finds no package of it for ${lacking.join(', ')}. Build them in the folder of the server’s sources: npm run package -- --origin ${publicUrl} --server-key ${config.dataFolder}/grant-key.json`,
        ]),
    ...(hasExtension
      ? []
      : [
          `Nobody has the browser extension for this gate: it was not made yet. vestibule extension --url ${publicUrl}`,
        ]),
  ];
}
