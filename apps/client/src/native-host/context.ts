import type { ApplicationMode, FixAction, FixOutcome, PushEnvelope } from '@vestibule/contracts';
import type { DiagnosticLine } from '../install/doctor.ts';
import type { Opened, OpenRequest } from '../open/open-workplace.ts';
import type { ReportBuilder } from '../report/report-builder.ts';
import type { Device } from '../state/device.ts';
import type { Installation } from '../state/installation.ts';
import type { Registration } from '../state/registrations.ts';
import type { AllSessions } from '../state/sessions.ts';
import type { UsableGrant } from '../state/used-grants.ts';
import type { LocalSystem } from '../system/local-system.ts';

/** Everything that the messages of one browser need. */
export interface HostContext {
  readonly now: () => Date;
  readonly system: LocalSystem;
  readonly device: () => Promise<
    { readonly ok: true; readonly device: Device } | { readonly ok: false; readonly detail: string }
  >;
  /** Read again for each message, so that a portal added meanwhile is known. */
  readonly installation: () => Promise<Installation>;
  readonly sessions: AllSessions;
  readonly reports: (device: Device) => ReportBuilder;
  readonly nextSequence: () => Promise<number>;
  /** When the newest report was made; null before the first. */
  readonly lastReportAt: () => Promise<Date | null>;
  /** @param origin of the portal that asks: what is installed for a fix comes from there */
  readonly runFixes: (actions: readonly FixAction[], origin: string) => Promise<readonly FixOutcome[]>;
  /** Keeps how much of Workplace a portal wants to run. */
  readonly setMode: (origin: string, mode: ApplicationMode) => Promise<void>;
  /** Remembers for a portal where its servers are, or for whom the company's agent works. */
  readonly register: (origin: string, added: Registration) => Promise<void>;
  /** Opens a page of a portal in a window of a browser; without a web token it asks for one itself. */
  readonly open: (request: OpenRequest) => Promise<Opened>;
  readonly diagnose: () => Promise<readonly DiagnosticLine[]>;
  readonly push: (push: PushEnvelope) => void;
  /** Told about each hash that went out with a report, so that only later changes are pushed. */
  readonly onReported: (importantDataHash: string) => void;
  /** Claims a grant for good. False when this process or another one has used it already. */
  readonly claimGrant: (grant: UsableGrant) => Promise<boolean>;
}

/** Which portal asks. Checked against the pinned list before any handler sees it. */
export interface Call {
  readonly origin: string;
  readonly context: HostContext;
}
