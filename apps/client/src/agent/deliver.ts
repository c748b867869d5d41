import {
  type CheckType,
  type EarlierReading,
  type FlattenedJws,
  REPORT_MAXIMUM_BYTES,
  type UpdateChannel,
} from '@vestibule/contracts';
import { signReport } from '@vestibule/device-keys';
import type { BuiltReport } from '../report/report-builder.ts';
import type { Account } from '../state/accounts.ts';
import type { Device } from '../state/device.ts';
import type { KeptReadings } from '../state/kept-readings.ts';
import type { ServerCalls, Told } from './server-calls.ts';

export type Delivery =
  | {
      readonly kind: 'delivered';
      readonly reportInSeconds: number;
      readonly complianceStatus: 'Compliant' | 'NotCompliant';
      readonly failed: readonly CheckType[];
      /** What could not be read. */
      readonly unread?: readonly CheckType[] | undefined;
      /** Readings of the time without a connection that went along. */
      readonly earlier: number;
      /** The channel that this person's clients are updated from. */
      readonly updateChannel: UpdateChannel;
    }
  /** The server was not reached, or could not take it now: what was read waits on the disk. */
  | { readonly kind: 'kept'; readonly detail: string }
  /** The account is over: without a new device token nothing is taken any more. */
  | { readonly kind: 'over'; readonly detail: string }
  /** Refused for as long as an administrator leaves it so. */
  | { readonly kind: 'refused'; readonly code: string; readonly detail: string };

export interface DeliveryTools {
  readonly device: Device;
  readonly account: Account;
  readonly calls: ServerCalls;
  readonly kept: KeptReadings;
  /** Reads every fact now. */
  readonly read: () => Promise<BuiltReport>;
  readonly nextSequence: () => Promise<number>;
  readonly now: () => Date;
}

/**
 * Sends one report: fresh facts, signed for the account with a nonce that the server has just given, and with them what
 * was read while it could not be reached.
 */
export async function deliver(tools: DeliveryTools): Promise<Delivery> {
  const { calls, account, kept } = tools;
  const nonce = await calls.nonce(account.accountId, tools.device.deviceId);
  if (nonce.kind !== 'told') return keepUnlessOver(tools, nonce);
  const waiting = await kept.list();
  const { signed, carried } = await sign(
    tools,
    nonce.body.nonce,
    waiting.map(({ reading }) => reading),
  );
  const told = await calls.report(account.accountId, signed);
  if (told.kind !== 'told') return keepUnlessOver(tools, told);
  await kept.remove(waiting);
  return { kind: 'delivered', ...told.body, earlier: carried, updateChannel: nonce.body.updateChannel };
}

/** Readings that make the report larger than the server takes stay behind, the oldest first. */
async function sign(
  { device, account, read, nextSequence, now }: DeliveryTools,
  nonce: string,
  readings: readonly EarlierReading[],
): Promise<{ readonly signed: FlattenedJws; readonly carried: number }> {
  const { report, importantDataHash } = await read();
  for (let dropped = 0; ; dropped = Math.min(readings.length, dropped + Math.ceil(readings.length / 4))) {
    const earlier = readings.slice(dropped);
    const signed = await signReport(
      {
        nonce,
        sessionId: account.accountId,
        deviceId: device.deviceId,
        collectedAt: now().toISOString(),
        sequence: await nextSequence(),
        importantDataHash,
        report,
        ...(earlier.length === 0 ? {} : { earlier }),
      },
      device.keys.identity,
    );
    const isSmallEnough = JSON.stringify(signed).length <= REPORT_MAXIMUM_BYTES;
    if (isSmallEnough || earlier.length === 0) return { signed, carried: earlier.length };
  }
}

async function keepUnlessOver(
  { kept, read, now }: DeliveryTools,
  told: Exclude<Told<unknown>, { kind: 'told' }>,
): Promise<Delivery> {
  if (told.kind === 'refused') {
    switch (told.code) {
      case 'device_unknown':
        return { kind: 'over', detail: told.message };
      case 'device_blocked':
      case 'account_disabled':
      case 'report_refused':
      case 'report_altered':
        return { kind: 'refused', code: told.code, detail: told.message };
      default:
        // Too late, or overtaken by another process of this computer: the next one is made again.
        return { kind: 'kept', detail: told.message };
    }
  }
  const { report, importantDataHash } = await read();
  await kept.add({ collectedAt: now().toISOString(), importantDataHash, facts: report.facts });
  return { kind: 'kept', detail: told.detail };
}
