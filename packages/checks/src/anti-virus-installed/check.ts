import type { Check } from '../check.ts';
import { antiVirusInstalled } from './definition.ts';
import { ANTIVIRUS } from '../readings/antivirus/reading.ts';

export const antiVirusInstalledCheck: Check = {
  definition: antiVirusInstalled,
  reading: ANTIVIRUS,
  fixes: [],
  remarks: {
    fix: {
      windows: 'none: Windows turns its own antivirus on when there is no other; the article opens its page',
      macos: 'none: XProtect is part of the system; other products are installed by the company',
      linux: 'none: the company chooses the product',
    },
    page: { macos: 'none: XProtect has no page' },
  },
};
