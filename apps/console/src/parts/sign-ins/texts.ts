import type { SignInOutcome, SignInWay } from '@vestibule/contracts';
import { defineTexts, type Text } from '@vestibule/texts';

export const outcomeTexts = defineTexts('signInOutcome', {
  access: 'Temporary access',
  arrived: 'On the way, or given up',
  'asked-to-install': 'Asked to install',
  fixed: 'Fixed, then let in',
  fixing: 'Fixing',
  'not-checked': 'Let in, not checked',
  observed: 'Let in, not enforced',
  stopped: 'Kept out',
  through: 'Let in at once',
}) satisfies { readonly [outcome in SignInOutcome]: Text };

export const wayTexts = defineTexts('signInWay', {
  'not-enforced': 'Not enforced for them',
  phone: 'Phone',
  'report-only': 'Gate is report-only',
  'skip-installation': 'Without Workplace',
  'temporary-access': 'Temporary access',
}) satisfies { readonly [way in SignInWay]: Text };

export const whyTexts = defineTexts('signInWhy', { fixed: 'Fixed:' });
