import type { UnavailableReason } from '@vestibule/contracts';
import type * as z from 'zod/mini';
import type { Outcome, SystemPort } from '../system-port.ts';
import type { WindowsError, WindowsSection } from './inventory.ts';

/** Reads one section of the inventory. Every failure keeps the reason that Windows gave for it. */
export async function readSection<Value>(
  system: SystemPort,
  name: WindowsSection,
  schema: z.ZodMiniType<Value>,
): Promise<Outcome<Value>> {
  const inventory = await system.windowsInventory?.();
  if (inventory === undefined) return { ok: false, reason: 'not-supported', detail: 'This system is not Windows.' };
  if (!inventory.ok) return inventory;
  const section = inventory.value.sections[name];
  if (section === undefined) return { ok: false, reason: inventory.value.missing, detail: `${name}: no answer` };
  if ('error' in section)
    return { ok: false, reason: reasonOf(section.error), detail: describeError(name, section.error) };
  const value = schema.safeParse(section.value);
  if (value.success) return { ok: true, value: value.data };
  return { ok: false, reason: 'unexpected-output', detail: `${name}: an answer of the wrong shape` };
}

/** WBEM and COM errors by number. */
const REASONS: ReadonlyMap<number, UnavailableReason> = new Map([
  [0x80041003, 'access-denied'],
  [0x80070005, 'access-denied'],
  [0x8004100e, 'not-supported'],
  [0x80041010, 'not-supported'],
  [0x80040154, 'not-supported'],
  [0x80041069, 'timed-out'],
]);

/** Enum names of CIM and of PowerShell, which no language changes. */
const NAMED_REASONS: Readonly<Record<string, UnavailableReason>> = {
  AccessDenied: 'access-denied',
  PermissionDenied: 'access-denied',
  InvalidNamespace: 'not-supported',
  InvalidClass: 'not-supported',
  OperationTimeout: 'timed-out',
};

function reasonOf(error: WindowsError): UnavailableReason {
  // A company that restricts the language of scripts forbids COM and .NET, also where the category says 'denied'.
  if (/(?:Constrained|Restricted)Language/i.test(error.id)) return 'blocked-by-policy';
  if (/^CommandNotFoundException\b/.test(error.id)) return 'not-supported';
  for (const code of errorCodes(error)) {
    const reason = REASONS.get(code);
    if (reason !== undefined) return reason;
  }
  for (const name of [error.native, error.category]) {
    if (Object.hasOwn(NAMED_REASONS, name)) return NAMED_REASONS[name] ?? 'unexpected-output';
  }
  return 'unexpected-output';
}

/** The HRESULTs of an error, unsigned, the one in its identifier first. */
function errorCodes({ id, codes }: WindowsError): readonly number[] {
  const named = /HRESULT 0x([0-9a-f]{8})/i.exec(id)?.[1];
  const given = codes.flatMap((code) => (code === null ? [] : [code >>> 0]));
  return named === undefined ? given : [Number.parseInt(named, 16), ...given];
}

function describeError(name: WindowsSection, error: WindowsError): string {
  const code = errorCodes(error)[0];
  const number = code === undefined ? '' : ` (0x${code.toString(16)})`;
  return `${name}: ${(error.native || error.id).slice(0, 120)}${number}`;
}
