import { readRecord } from '../extension-kit/record.ts';
import { type Finding, good, look } from './finding.ts';

/** Whether a company has told its pages where the browser extension is to be had. */
export interface ExtensionLook {
  readonly company: string;
  readonly hasAddress: boolean;
}

/** Whether people who have no browser extension find it. @param dataFolder where it was made */
export async function lookAtExtension(dataFolder: string, companies: readonly ExtensionLook[]): Promise<Finding[]> {
  const isMade = (await readRecord(dataFolder).catch(() => null)) !== null;
  return companies.map(({ company, hasAddress }) => {
    const check = companies.length === 1 ? 'Extension' : `Extension (${company})`;
    if (hasAddress) return good(check, 'The pages lead to the browser extension.');
    if (!isMade) return look(check, 'The browser extension was not made yet.', 'vestibule extension --help');
    return look(
      check,
      'Nothing leads to the browser extension: the page that asks for it has no address.',
      `Set its address in the store: ${SET_EXTENSION} --company ${company}. Where a policy of yours installs it in every browser, there is nothing to do.`,
    );
  });
}

/** What leads people to the extension, once it is in a store. */
export const SET_EXTENSION =
  'vestibule company settings set extensionUrls.chromium=https://chromewebstore.google.com/detail/ID';
