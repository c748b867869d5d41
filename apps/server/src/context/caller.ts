import { authenticate } from '../operations/crypto/tokens.ts';
import type { AccessToken } from '../repositories/access-tokens.ts';
import type { ReportToJudge } from '../repositories/check-results.ts';
import type { Device, DeviceSession } from '../repositories/devices.ts';
import type { Person, WebSession } from '../repositories/people.ts';
import type { ServerContext } from './server-context.ts';

/** Who makes a call, by the web session that it came with. */
export interface Caller {
  readonly session: WebSession;
  readonly person: Person;
  /** The access token the call was made with, where it was made with one. */
  readonly accessToken: AccessToken | null;
  /** The device session that the address of the call names, as it was read with the token: whosever it is. */
  readonly named?: { readonly session: DeviceSession; readonly device: Device } | null;
  /** Where the call asks for a verdict: what that is made of, as it was read with the token. */
  readonly toJudge?: ReportToJudge | undefined;
}

/** A name for a web session that gives nothing away of its cookie or its id. */
export function nameOfSignIn(context: ServerContext, webSessionId: string): string {
  return authenticate(context.secret, 'sign-in', webSessionId);
}
