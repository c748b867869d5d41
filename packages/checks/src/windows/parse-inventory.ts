import type { UnavailableReason } from '@vestibule/contracts';
import { memberOf, parseJson } from '../json.ts';
import type { CommandResult, Outcome } from '../system-port.ts';
import {
  type SectionReading,
  WINDOWS_SECTIONS,
  type WindowsInventory,
  type WindowsSection,
  windowsErrorSchema,
} from './inventory.ts';

const FORMAT = 1;

/**
 * Reads the document that the script prints, also one that was cut off: it holds one section to a line, and those before
 * the cut are as good as ever.
 * @param hasTimedOut the script was ended because its time was over
 */
export function parseWindowsInventory(
  { stdout, stderr }: Pick<CommandResult, 'stdout' | 'stderr'>,
  hasTimedOut: boolean,
): Outcome<WindowsInventory> {
  const text = stdout.replace(/^\uFEFF/, '');
  const document = parseJson(text) ?? parseJson(closeAtLastLine(text));
  const sections = memberOf(document, 'sections');
  if (memberOf(document, 'format') === FORMAT && typeof sections === 'object' && sections !== null) {
    const inventory = { sections: readSections(sections), missing: missingReason(hasTimedOut) };
    return isForeignView(sections) ? FOREIGN_VIEW : { ok: true, value: inventory };
  }
  if (hasTimedOut) return { ok: false, reason: 'timed-out', detail: 'PowerShell gave no answer in time.' };
  if (isScriptBlocked(stderr)) {
    return { ok: false, reason: 'blocked-by-policy', detail: 'Your company lets PowerShell run no scripts.' };
  }
  return { ok: false, reason: 'unexpected-output', detail: `PowerShell: ${firstWords(stderr || stdout)}` };
}

/**
 * Whether PowerShell would not run a script because of the execution policy or AppLocker. The identifier is the same in
 * every language; the sentence before it is not.
 */
export function isScriptBlocked(stderr: string): boolean {
  return /\bUnauthorizedAccess\b|\bPSSecurityException\b/.test(stderr);
}

/** A 32-bit PowerShell on a 64-bit Windows sees another registry, in which half of the settings are missing. */
function isForeignView(sections: object): boolean {
  const shell = memberOf(sections, 'shell', 'value');
  return memberOf(shell, 'architecture') === 'x86' && typeof memberOf(shell, 'hostArchitecture') === 'string';
}

const FOREIGN_VIEW: Outcome<WindowsInventory> = {
  ok: false,
  reason: 'not-supported',
  detail: 'PowerShell runs as a 32-bit program and sees another registry.',
};

function closeAtLastLine(text: string): string {
  const end = Math.max(text.lastIndexOf(',\n'), text.lastIndexOf(',\r\n'));
  return end < 0 ? '' : `${text.slice(0, end)}}}`;
}

function readSections(sections: object): WindowsInventory['sections'] {
  const found = WINDOWS_SECTIONS.flatMap((name): [WindowsSection, SectionReading][] => {
    const section = memberOf(sections, name);
    const error = windowsErrorSchema.safeParse(memberOf(section, 'error'));
    if (error.success) return [[name, { error: error.data }]];
    const isValue = typeof section === 'object' && section !== null && Object.hasOwn(section, 'value');
    return isValue ? [[name, { value: memberOf(section, 'value') }]] : [];
  });
  return Object.fromEntries(found);
}

function missingReason(hasTimedOut: boolean): UnavailableReason {
  return hasTimedOut ? 'timed-out' : 'unexpected-output';
}

function firstWords(text: string): string {
  return text.trim().slice(0, 200) || 'no answer';
}
