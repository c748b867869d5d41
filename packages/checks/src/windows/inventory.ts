import type { UnavailableReason } from '@vestibule/contracts';
import * as z from 'zod/mini';

/** What the client's PowerShell script reads, each by itself. The script prints them in this order, the quickest first. */
export const WINDOWS_SECTIONS = [
  'shell',
  'operatingSystem',
  'screenLock',
  'updates',
  'signIn',
  'firewallPolicy',
  'defenderPolicy',
  'enrollments',
  'listedAgents',
  'computer',
  'device',
  'battery',
  'session',
  'services',
  'powerPlan',
  'accounts',
  'encryption',
  'drives',
  'antivirus',
  'firewallProducts',
  'firewallProfiles',
  'updateAgent',
  'installedUpdates',
  'defender',
  'threats',
  'detections',
] as const;
export type WindowsSection = (typeof WINDOWS_SECTIONS)[number];

/** How Windows names an error apart from its message, which is in the language of the system. */
export const windowsErrorSchema = z.object({
  /** PowerShell's own identifier: 'HRESULT 0x8004100e,Microsoft.Management.Infrastructure.CimCmdlets.GetCimInstanceCommand'. */
  id: z.string(),
  /** An enum name of PowerShell: 'ObjectNotFound'. */
  category: z.string(),
  /** An enum name of CIM: 'AccessDenied'; empty for errors of another kind. */
  native: z.string(),
  /** HRESULTs, as signed or as unsigned numbers, of the error and of the one inside it. */
  codes: z.array(z.nullable(z.number())),
});
export type WindowsError = z.infer<typeof windowsErrorSchema>;

export type SectionReading = { readonly value: unknown } | { readonly error: WindowsError };

/** The parsed document of one run of the script. */
export interface WindowsInventory {
  readonly sections: Readonly<Partial<Record<WindowsSection, SectionReading>>>;
  /** Why sections are missing, when some are. */
  readonly missing: UnavailableReason;
}
