import type { PublicJwk } from '@vestibule/contracts';
import { verifyExtensionIds } from '@vestibule/device-keys';
import { isExtensionId } from '../install/host-manifest.ts';
import type { InstallTools } from '../install/install.ts';
import type { Web } from '../network/web.ts';
import { showDevice } from '../report/show-device.ts';
import { type Account, writeAccount } from '../state/accounts.ts';
import { openDevice } from '../state/device.ts';
import { readConnections } from '../state/provisioning.ts';
import { callServer } from './server-calls.ts';

export type Claimed =
  | {
      readonly ok: true;
      readonly origin: string;
      readonly account: Account;
      /** Browser extensions of the portal that this computer did not know yet. */
      readonly newExtensionIds: readonly string[];
    }
  | {
      readonly ok: false;
      readonly code: 'portal-missing' | 'not-understood' | 'refused' | 'unreachable';
      readonly detail: string;
    };

/**
 * Takes the account that a device token of a portal stands for, with the keys of this computer. Only a portal whose
 * server key was pinned is asked: a token never leaves for another place.
 * @param wanted origin of the portal; may be left out where there is only one
 */
export async function claimAccount(
  token: string,
  wanted: string | undefined,
  { program, state, system }: InstallTools,
  web: Web,
): Promise<Claimed> {
  const connections = await readConnections(state, program);
  if (connections.state === 'damaged') return { ok: false, code: 'not-understood', detail: connections.detail };
  const origins = connections.value.portals.map(({ origin }) => origin);
  const origin = wanted ?? (origins.length === 1 ? origins[0] : undefined);
  if (origin === undefined || !origins.includes(origin)) {
    return { ok: false, code: 'portal-missing', detail: whichPortal(origins, wanted) };
  }
  const opened = await openDevice(state, system);
  if (!opened.ok) return { ok: false, code: 'not-understood', detail: opened.detail };
  const told = await callServer(web, origin).claim(token, await showDevice(opened.device, system));
  switch (told.kind) {
    case 'unreachable':
      return { ok: false, code: 'unreachable', detail: told.detail };
    case 'refused':
      return { ok: false, code: 'refused', detail: told.message };
    case 'told': {
      const { extensionIds: signedIds, ...given } = told.body;
      const account = { ...given, claimedAt: system.now().toISOString() };
      await writeAccount(state, origin, account);
      const { portals, extensionIds } = connections.value;
      const serverKey = portals.find((portal) => portal.origin === origin)?.serverKey;
      const named =
        signedIds === undefined || serverKey === undefined
          ? []
          : await trustedIds(signedIds, serverKey, opened.device.deviceId);
      return { ok: true, origin, account, newExtensionIds: named.filter((id) => !extensionIds.includes(id)) };
    }
    default:
      return told satisfies never;
  }
}

/** A list that the pinned key did not sign for this computer is none. */
async function trustedIds(signed: string, serverKey: PublicJwk, deviceId: string): Promise<readonly string[]> {
  const verified = await verifyExtensionIds(signed, serverKey, deviceId);
  return verified.ok ? verified.value.filter(isExtensionId) : [];
}

function whichPortal(origins: readonly string[], wanted: string | undefined): string {
  if (origins.length === 0) return 'This computer is not connected with a portal yet.';
  const known = `It is connected with ${origins.join(', ')}.`;
  return wanted === undefined
    ? `There is more than one portal: say which with --portal. ${known}`
    : `${wanted} is no portal of this computer. ${known}`;
}
