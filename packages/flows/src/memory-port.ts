import type { MessageAnswer, SignInMode, SupportedVersions } from '@vestibule/contracts';

/** Where a mode ends: a path in one of the web applications. */
export interface Destination {
  readonly appName: string;
  readonly url: string;
}

/** Everything that cookies and the browser's storage keep for the portal (specification, sections 3 and 9). */
export interface Remembered {
  /** Steers screens; the server decides by the pending sign-in. */
  readonly checkInfo: {
    readonly mode: SignInMode;
    readonly successUrl: Destination | null;
    readonly failUrl: Destination | null;
  };
  readonly isPolicyEnforced: boolean;
  readonly siloId: string;
  /** Address of the installer with everything in its query. */
  readonly downloadParameters: { readonly url: string; readonly params: Readonly<Record<string, string>> };
  readonly deviceToken: string;
  readonly deviceAccountId: string;
  readonly installationStatus: 'waiting-for-account-id' | 'installed';
  /** The person wants no offer of device management for a while. */
  readonly hasOptedOut: boolean;
  /** The updater was downloaded a moment ago. */
  readonly isUpdaterInstalled: boolean;
  readonly deviceUserId: string;
  /** Quick start was begun in Safari and goes on after the extension was enabled: the path to come back to. */
  readonly quickStartRedirection: string;
  readonly onboardingV3Status: string;
  /** Name of this computer. Once it is there, this browser has spoken to its client before. */
  readonly deviceName: string;
  readonly isInActiveSession: boolean;
  /** The sign-in of this tab, so that an expired session still knows the way back. */
  readonly pageInfo: {
    readonly loginMarker: string;
    readonly startUrl: string | null;
    readonly applicationName: string;
    readonly mode: SignInMode;
  };
  readonly isFci: boolean;
  /** The sign-in that this tab has sent a response for. */
  readonly answeredSignIns: readonly string[];
  /** The list by which the compatibility page let this computer in: home takes it where its own does not come. */
  readonly supportedVersions: SupportedVersions;
  /** By which support finds this visit in the server's log, also once the server is away or has shut the person out. */
  readonly supportCode: string;
  /** The tab's own code: what its calls carry, and what it shows while the server has named none. */
  readonly tabCode: string;
  readonly complianceInfo: MessageAnswer<'get-device-compliance-info'>;
  /** Addresses of the pages that were loaded again because one of their scripts was gone. */
  readonly reloadedPages: readonly string[];
}

export type RememberedName = keyof Remembered;

/** What this browser remembers. What it cannot keep, or what is not as it should be, was never there. */
export interface MemoryPort {
  read<N extends RememberedName>(name: N): Remembered[N] | null;
  write<N extends RememberedName>(name: N, value: Remembered[N]): void;
  forget(name: RememberedName): void;
}
