import { sortPackages } from '../../../operations/downloads/find-package.ts';
import { whyNotAnswered } from '../../../operations/extension-kit/answered.ts';
import { readRecord } from '../../../operations/extension-kit/record.ts';
import { SET_EXTENSION } from '../../../operations/doctor/look-at-extension.ts';
import type { ServerContext } from '../../../context/server-context.ts';

/** What people who are asked to install Workplace and its extension would look for in vain, in sentences with what to do. */
export async function notesOnInstalling(context: ServerContext): Promise<string[]> {
  const { config, publicUrl } = context;
  const { lacking } = await sortPackages(config.downloadsFolder);
  return [
    ...(lacking.length === 0
      ? []
      : [
          `People who are asked to install Workplace find no package for ${lacking.join(', ')}. Build them in the folder of the server’s sources: npm run package -- --origin ${publicUrl} --server-key ${config.dataFolder}/grant-key.json`,
        ]),
    ...(await noteOnExtension(context)),
  ];
}

/**
 * Where the pages lead people to the browser extension, and it answers them: none, or sentences with what is missing. One
 * that does not answer these pages is, to them, one that is not there.
 */
export async function noteOnExtension(context: ServerContext): Promise<string[]> {
  const { config, publicUrl } = context;
  const silent = await whyNotAnswered(config.dataFolder, publicUrl);
  return [...(silent === null ? [] : [`${silent.why} ${silent.next}`]), ...(await noteOnAddress(context))];
}

async function noteOnAddress({ config, configuration, publicUrl }: ServerContext): Promise<string[]> {
  const { chromium, firefox } = configuration.extensionUrls;
  if (chromium !== null || firefox !== null) return [];
  const isMade = (await readRecord(config.dataFolder)) !== null;
  return [
    isMade
      ? `Nothing leads to the browser extension: the page that asks for it has no address. Have a policy install it, or set its address in the store: ${SET_EXTENSION}`
      : `The browser extension for this gate was not made yet. vestibule extension --url ${publicUrl}`,
  ];
}
