import { createHash } from 'node:crypto';
import type { UpstreamRow } from '../../../repositories/upstreams.ts';
import { type Refusal, refuse } from '../../../context/server-context.ts';

type Stored = Pick<UpstreamRow, 'name' | 'isEnabled' | 'settings' | 'sealedSecret'>;

/** What an identity provider is stored as, in a word: another one as soon as anything of it is changed. */
export function versionOf({ name, isEnabled, settings, sealedSecret }: Stored): string {
  return createHash('sha256')
    .update(JSON.stringify([name, isEnabled, settings, sealedSecret]))
    .digest('base64url');
}

/**
 * Refuses a change of an identity provider that is not any more what was looked at: anyone who changed it meanwhile was told
 * that it is done. @param version of what was looked at; undefined: no one says
 */
export function whyLookAnew(stored: Stored, version: string | undefined): Refusal<'not_possible'> | null {
  return version === undefined || versionOf(stored) === version
    ? null
    : refuse(
        'not_possible',
        `Nothing was changed: a colleague has just changed the identity provider ${stored.name}. Look at how it is now with \`vestibule identity-provider list --json\`, and run the command again.`,
      );
}
