import { isFromFuture, type Lifecycle, lifecycleSchema } from '@vestibule/checks';
import type { UpdateKey } from '@vestibule/contracts';
import { verifyLifecycle } from '@vestibule/device-keys';

type Read = { readonly ok: true; readonly data: Lifecycle } | { readonly ok: false; readonly why: string };

/** Reads data that came from anywhere: who signed it, whether it has the form that this version reads, and its day. */
export async function readSigned(document: unknown, keys: readonly UpdateKey[], now: Date): Promise<Read> {
  if (keys.length === 0) return no('No key is set that signs such data here: VESTIBULE_LIFECYCLE_KEYS.');
  const verified = await verifyLifecycle(document, keys);
  if (!verified.ok) {
    return no(
      verified.code === 'altered'
        ? 'None of the keys that are set here signed it (VESTIBULE_LIFECYCLE_KEYS), or it was changed since.'
        : 'It is not whole, or no file with data on ends of support.',
    );
  }
  const parsed = lifecycleSchema.safeParse(verified.value);
  if (!parsed.success) return no('It has a form that this version of the server does not read.');
  const { data } = parsed;
  const twice = findTwice(data);
  if (twice !== null) return no(`It says two things of ${twice}.`);
  if (isFromFuture(data, now)) {
    return no(`It is of ${data.asOf}, a day to come by the clock of this server (${now.toISOString().slice(0, 10)}).`);
  }
  return { ok: true, data };
}

function no(why: string): Read {
  return { ok: false, why };
}

function findTwice({ releases }: Lifecycle): string | null {
  const seen = new Set<string>();
  for (const { system, version, edition } of releases) {
    const name = [system, version, edition].filter((part) => part !== undefined).join(' ');
    if (seen.has(name)) return name;
    seen.add(name);
  }
  return null;
}
