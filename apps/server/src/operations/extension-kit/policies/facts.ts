/** What every policy says about the extension. */
export interface ExtensionFacts {
  readonly chromiumId: string;
  readonly firefoxId: string;
  /** Address of the update manifest for Chromium. */
  readonly updateUrl: string;
  /** Address of the package for Firefox, which Mozilla has to sign first. */
  readonly xpiUrl: string;
  /** Host name of the gate: profiles are told apart by it. */
  readonly hostName: string;
}

/** One entry of `ExtensionInstallForcelist`. */
export function forcedEntry({ chromiumId, updateUrl }: ExtensionFacts): string {
  return `${chromiumId};${updateUrl}`;
}

/** The value of Firefox's `ExtensionSettings`. */
export function firefoxExtensionSettings({ firefoxId, xpiUrl }: ExtensionFacts): object {
  return { [firefoxId]: { installation_mode: 'force_installed', install_url: xpiUrl } };
}
