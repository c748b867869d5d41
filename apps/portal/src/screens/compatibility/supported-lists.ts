import type { SupportedVersions } from '@vestibule/contracts';
import type { Text } from '@vestibule/texts';
import { type CompatibilitySettings, listFor, type VersionList, type VisitorSystem } from '@vestibule/policy';
import { compatibilityTexts } from './texts.ts';

export type ListedSystem = 'windows' | 'macos' | 'linux';

export interface SupportedList {
  readonly system: ListedSystem;
  readonly heading: Text;
  readonly list: VersionList;
}

const HEADINGS: { readonly [system in ListedSystem]: Text } = {
  windows: compatibilityTexts.windows,
  macos: compatibilityTexts.mac,
  linux: compatibilityTexts.linux,
};

/**
 * What is supported, the visitor's own system first; a system of which nothing is supported is left out.
 * @param own where the visitor is
 */
export function supportedLists(own: VisitorSystem, settings: CompatibilitySettings): readonly SupportedList[] {
  const systems = (['windows', 'macos', 'linux'] as const).toSorted(
    (left, right) => Number(right === own) - Number(left === own),
  );
  return systems.flatMap((system) => {
    const list = listFor(system, settings);
    return list === null || list.supportedOs.length === 0 ? [] : [{ system, heading: HEADINGS[system], list }];
  });
}

/** Releases by their names, newest first, each with its number where the name does not hold it: 'Sequoia 15'. */
export function releaseNames(system: ListedSystem, { supportedOs }: SupportedVersions['mac']['other']): string {
  const names = supportedOs
    .toReversed()
    .map(({ name, version }) => (system === 'windows' ? name : `${name} ${version}`));
  // A name and its number stay in one line.
  return [...new Set(names)].map((name) => name.replaceAll(' ', '\u00a0')).join(', ');
}
