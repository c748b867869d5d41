import type { SignInOptions } from '@vestibule/contracts';
import { safeTarget } from '../../app/continue-to.ts';
import type { Loaded } from '../../app/use-answer.ts';

/** The ways that a page offers to sign in. */
export interface Ways {
  /** What leads to this server. */
  readonly upstreams: SignInOptions['upstreams'];
  readonly hasPassword: boolean;
  readonly hasPasskey: boolean;
  readonly hasAny: boolean;
}

/**
 * What the company offers, as far as the browser can do it. When that cannot be had, the password is tried: the server
 * says then what is wrong.
 * @param origin of this server
 * @returns null while it is not known
 */
export function waysOf(company: Loaded<SignInOptions>, canUsePasskeys: boolean, origin: string): Ways | null {
  switch (company.state) {
    case 'loading':
      return null;
    case 'problem':
      return { upstreams: [], hasPassword: true, hasPasskey: false, hasAny: true };
    case 'ready': {
      const { isPasswordOffered: hasPassword, isPasskeyOffered } = company.body;
      const upstreams = company.body.upstreams.flatMap((upstream) => {
        const startPath = safeTarget(upstream.startPath, origin);
        return startPath === null ? [] : [{ ...upstream, startPath }];
      });
      const hasPasskey = isPasskeyOffered && canUsePasskeys;
      return { upstreams, hasPassword, hasPasskey, hasAny: hasPassword || hasPasskey || upstreams.length > 0 };
    }
  }
}
