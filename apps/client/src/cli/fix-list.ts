import { CHECK_DEFINITIONS } from '@vestibule/checks';
import type { RememberedFix } from '../state/fix-history.ts';
import { formatTime } from './format-time.ts';

const SHOWN = 10;

const TO_TAKE_BACK = /^to take it back[,:]? */i;

/** Lists what Workplace has changed, newest first, and how to take each change back. */
export function fixList(fixes: readonly RememberedFix[], path: string): readonly string[] {
  if (fixes.length === 0) return [];
  const older = fixes.length - SHOWN;
  return [
    '',
    'Fixed by Workplace',
    ...fixes.slice(0, SHOWN).flatMap(fixLines),
    ...(older > 0 ? [`  Older ones (${older}): ${path}`] : []),
  ];
}

function fixLines({ at, check, outcome, undo }: RememberedFix): readonly string[] {
  const name = CHECK_DEFINITIONS[check].texts.unknownText;
  return [
    `  ${formatTime(new Date(at))}  ${name} (${check})${REMARKS[outcome](undo !== undefined)}`,
    ...(undo === undefined ? [] : [`    To take it back: ${undo.replace(TO_TAKE_BACK, '')}`]),
  ];
}

const REMARKS: Readonly<Record<RememberedFix['outcome'], (isChanged: boolean) => string>> = {
  fixed: () => '',
  changed: () => ': changed, and not read again',
  'not-fixed': (isChanged) => (isChanged ? ': changed, but the check did not pass' : ': tried, without success'),
};
