import type { Text } from '@vestibule/texts';
import type { MarkName } from '../parts/icons.tsx';
import { navigationTexts as texts } from './texts.ts';

export const PAGES = [
  'first-steps',
  'overview',
  'waiting',
  'sign-ins',
  'people',
  'computers',
  'applications',
  'policy',
  'gate',
  'audit',
  'settings',
] as const;
export type PageName = (typeof PAGES)[number];

export interface NavigationEntry {
  readonly page: PageName & MarkName;
  readonly label: Text;
}

export interface NavigationGroup {
  /** Null: the first one, which needs no name. */
  readonly label: Text | null;
  readonly entries: readonly NavigationEntry[];
}

/** Today, who and what, rules, records. */
export const NAVIGATION: readonly NavigationGroup[] = [
  {
    label: null,
    entries: [
      { page: 'first-steps', label: texts.firstSteps },
      { page: 'overview', label: texts.overview },
      { page: 'waiting', label: texts.waiting },
      { page: 'sign-ins', label: texts.signIns },
    ],
  },
  {
    label: texts.who,
    entries: [
      { page: 'people', label: texts.people },
      { page: 'computers', label: texts.computers },
      { page: 'applications', label: texts.applications },
    ],
  },
  {
    label: texts.rules,
    entries: [
      { page: 'policy', label: texts.policy },
      { page: 'gate', label: texts.gate },
    ],
  },
  {
    label: texts.records,
    entries: [
      { page: 'audit', label: texts.audit },
      { page: 'settings', label: texts.settings },
    ],
  },
];

export function addressOfPage(page: PageName): string {
  return `/${page}`;
}
