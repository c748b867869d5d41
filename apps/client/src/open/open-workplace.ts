import { OPENED_AS_ADMINISTRATOR } from '@vestibule/contracts';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { browserPlaces } from '../install/browsers.ts';
import { prepareProfile } from '../install/browser-profile.ts';
import type { InstallTools } from '../install/install.ts';
import type { StateFolder } from '../state/state-folder.ts';
import { isRoot, type LocalSystem } from '../system/local-system.ts';
import { browserPrograms } from './browser-programs.ts';
import { chooseOpenings, type FoundBrowser } from './choose-opening.ts';
import { openingAddress } from './opening-address.ts';
import type { StartProgram } from './start-program.ts';

export interface OpenTools extends InstallTools {
  readonly start: StartProgram;
}

export interface OpenRequest {
  /** Origin of a pinned portal. */
  readonly portal: string;
  /** Opens it signed in, once. */
  readonly webToken: string | null;
  /** In a profile of its own, with nothing of the person's other browsing in it. */
  readonly isSecureBrowser: boolean;
}

export type Opened =
  | { readonly ok: true }
  /** The cause, where it is another one than that no browser starts. */
  | { readonly ok: false; readonly detail: string; readonly cause?: typeof OPENED_AS_ADMINISTRATOR };

/** Shows this computer's page on a portal, in an app window of a browser that is there, else in a tab. */
export async function openWorkplace(request: OpenRequest, tools: OpenTools): Promise<Opened> {
  const { state, system, start } = tools;
  // No browser shall run with everything that root may do.
  if (isRoot() && system.rootFolder === null) {
    return {
      ok: false,
      detail: 'Open Workplace as the person who signs in, not as an administrator.',
      cause: OPENED_AS_ADMINISTRATOR,
    };
  }
  const address = openingAddress(request.portal, request.webToken);
  if (address === null) {
    return { ok: false, detail: `${request.portal} is not protected by TLS, so it is not opened.` };
  }
  const profile = request.isSecureBrowser ? join(state.path, SECURE_BROWSER) : null;
  if (profile !== null) await prepareProfile(profile, tools);
  const found = await findBrowsers(state, system);
  const openings = chooseOpenings(system.operatingSystem, found, { address, profile });
  for (const opening of openings) {
    if (await start(opening)) return { ok: true };
  }
  return { ok: false, detail: whyNone(request, openings.length > 0) };
}

function whyNone({ portal, isSecureBrowser }: OpenRequest, hasBrowser: boolean): string {
  if (!isSecureBrowser) return `No browser could be started. Open ${portal} in yours.`;
  return hasBrowser
    ? 'The browser ended as soon as it was started with a profile of its own.'
    : 'A profile of its own needs Chrome, Edge or Chromium on this computer.';
}

/** Below the state folder: the profile that nothing else is browsed in. */
const SECURE_BROWSER = 'secure-browser';

async function findBrowsers(state: StateFolder, system: LocalSystem): Promise<readonly FoundBrowser[]> {
  const { operatingSystem, environment, user, toReal } = system;
  const places = browserPlaces({ operatingSystem, environment, stateFolder: state.path });
  const isThere = (path: string, mode: number) =>
    access(path, mode).then(
      () => true,
      () => false,
    );
  const found = await Promise.all(
    browserPrograms(operatingSystem, environment, user.home).map(async ({ browser, programs }) => {
      const marker = places.find((place) => place.browser === browser)?.marker;
      const isUsed = marker !== undefined && (await isThere(marker, constants.F_OK));
      const there = await Promise.all(
        programs.map(async (program) => ((await isThere(toReal(program), constants.X_OK)) ? [toReal(program)] : [])),
      );
      return there
        .flat()
        .slice(0, 1)
        .map((program) => ({ program, isUsed }));
    }),
  );
  return found.flat();
}
