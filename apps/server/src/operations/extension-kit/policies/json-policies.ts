import { NATIVE_HOST_NAME } from '@vestibule/contracts';
import { type ExtensionFacts, firefoxExtensionSettings, forcedEntry } from './facts.ts';

/** A file of `policies/managed` on Linux: for Chrome, Chromium and Edge alike. */
export function linuxPolicy(facts: ExtensionFacts): string {
  return toJson({ ExtensionInstallForcelist: [forcedEntry(facts)], NativeMessagingAllowlist: [NATIVE_HOST_NAME] });
}

/** `policies.json` of Firefox, on every system. */
export function firefoxPolicies(facts: ExtensionFacts): string {
  return toJson({ policies: { ExtensionSettings: firefoxExtensionSettings(facts) } });
}

/**
 * The body of `customers.policies.orgunits.batchModify` of Google's Chrome Policy API, which does what the Admin console
 * does by hand: add the extension by id and address, force it, and go on asking that address.
 */
export function googleAdminPolicy({ chromiumId, updateUrl }: ExtensionFacts): string {
  const settings = [
    ['chrome.users.apps.InstallType', { appInstallType: 'FORCED' }],
    ['chrome.users.apps.AppInstallationUrl', { installationUrl: updateUrl }],
    ['chrome.users.apps.OverrideInstallationUrl', { overrideInstallationUrl: true }],
  ] as const;
  return toJson({
    requests: settings.map(([policySchema, value]) => ({
      policyTargetKey: {
        targetResource: 'orgunits/ORGANISATIONAL_UNIT_ID',
        additionalTargetKeys: { app_id: `chrome:${chromiumId}` },
      },
      policyValue: { policySchema, value },
      updateMask: Object.keys(value).join(','),
    })),
  });
}

/** Settings for Intune's custom profile (OMA-URI), once the browsers' own templates (ADMX) are there. */
export function intuneSettings(facts: ExtensionFacts): string {
  const root = './Device/Vendor/MSFT/Policy/Config';
  // `&#xF000;` separates the names and values of a list there.
  const value = `<enabled/><data id="ExtensionInstallForcelistDesc" value="1&#xF000;${forcedEntry(facts)}"/>`;
  const forced = [
    ['Chrome', 'Chrome~Policy~googlechrome'],
    ['Edge', 'Edge~Policy~microsoft_edge'],
  ].map(([browser, template]) => ({
    name: `Workplace in ${browser}`,
    omaUri: `${root}/${template}~Extensions/ExtensionInstallForcelist`,
    dataType: 'String',
    value,
  }));
  const firefox = {
    name: 'Workplace in Firefox',
    omaUri: `${root}/Firefox~Policy~firefox~Extensions/ExtensionSettings`,
    dataType: 'String',
    value: `<enabled/><data id="JSON" value='${JSON.stringify(firefoxExtensionSettings(facts))}'/>`,
  };
  return toJson({ settings: [...forced, firefox] });
}

function toJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
