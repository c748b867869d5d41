import { whyNotAnswered } from '../extension-kit/answered.ts';
import { readRecord } from '../extension-kit/record.ts';
import { type Finding, good, look, wrong } from './finding.ts';

/** Whether a company has told its pages where the browser extension is to be had. */
export interface ExtensionLook {
  readonly company: string;
  readonly publicUrl: string;
  readonly hasAddress: boolean;
}

/**
 * Whether people who have no browser extension find it, and whether it answers the pages of those who have it.
 * @param dataFolder where it was made
 */
export async function lookAtExtension(dataFolder: string, companies: readonly ExtensionLook[]): Promise<Finding[]> {
  const isMade = (await readRecord(dataFolder).catch(() => null)) !== null;
  return Promise.all(
    companies.map(async ({ company, publicUrl, hasAddress }) => {
      const check = companies.length === 1 ? 'Extension' : `Extension (${company})`;
      const silent = await whyNotAnswered(dataFolder, publicUrl);
      if (silent !== null) return wrong(check, silent.why, silent.next);
      if (hasAddress) return good(check, 'The pages lead to the browser extension.');
      if (!isMade) return look(check, 'The browser extension was not made yet.', 'vestibule extension --help');
      return look(
        check,
        'Nothing leads to the browser extension: the page that asks for it has no address.',
        `Set its address in the store: ${SET_EXTENSION} --company ${company}. Where a policy of yours installs it in every browser, there is nothing to do.`,
      );
    }),
  );
}

/** What leads people to the extension, once it is in a store. */
export const SET_EXTENSION =
  'vestibule company settings set extensionUrls.chromium=https://chromewebstore.google.com/detail/ID';
