import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { screens as accountsScreens } from '../../apps/accounts/gallery/screens.ts';
import { steps } from '../../apps/accounts/gallery/steps.ts';
import { screens as consoleScreens } from '../../apps/console/gallery/screens.ts';
import { steps as consoleSteps } from '../../apps/console/gallery/steps.ts';
import { NOW } from '../../apps/console/src/testing/now.ts';
import { screens as portalScreens } from '../../apps/portal/gallery/screens.ts';

const apps = join(import.meta.dirname, '../../apps');

export interface Application {
  readonly name: string;
  /** Has `gallery.html` and `vite.config.ts`. */
  readonly folder: string;
  /** The states that stand for a whole screen: pictures of them are kept in every look. */
  readonly screens: readonly string[];
  /** What a person does until a state is there, by the state's name. */
  readonly steps: ReadonlyMap<string, (page: Page) => Promise<void>>;
  /** Every page believes that it is now; the states are made up for this moment. */
  readonly now: Date;
}

const DAY = new Date('2026-11-21T09:30:00Z');

export const APPLICATIONS: readonly Application[] = [
  { name: 'portal', folder: join(apps, 'portal'), screens: portalScreens, steps: new Map(), now: DAY },
  { name: 'accounts', folder: join(apps, 'accounts'), screens: accountsScreens, steps, now: DAY },
  {
    name: 'console',
    folder: join(apps, 'console'),
    screens: consoleScreens,
    steps: consoleSteps,
    now: new Date(NOW),
  },
];
