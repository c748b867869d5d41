import type { SignInOptions } from '@vestibule/contracts';
import type { Loaded } from '../../app/use-answer.ts';

/** The ways that a page offers to sign in. */
export interface Ways {
  readonly upstreams: SignInOptions['upstreams'];
  readonly hasPassword: boolean;
  readonly hasPasskey: boolean;
  readonly hasAny: boolean;
}

/**
 * What the company offers, as far as the browser can do it. When that cannot be had, the password is tried: the server
 * says then what is wrong.
 * @returns null while it is not known
 */
export function waysOf(company: Loaded<SignInOptions>, canUsePasskeys: boolean): Ways | null {
  switch (company.state) {
    case 'loading':
      return null;
    case 'problem':
      return { upstreams: [], hasPassword: true, hasPasskey: false, hasAny: true };
    case 'ready': {
      const { upstreams, isPasswordOffered: hasPassword, isPasskeyOffered } = company.body;
      const hasPasskey = isPasskeyOffered && canUsePasskeys;
      return { upstreams, hasPassword, hasPasskey, hasAny: hasPassword || hasPasskey || upstreams.length > 0 };
    }
  }
}
