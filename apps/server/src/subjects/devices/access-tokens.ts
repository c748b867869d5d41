import type { AccessTokenScope } from '@vestibule/contracts';
import { createCompanyToken, hashToken } from '../../operations/crypto/tokens.ts';
import { createAccessToken } from '../../repositories/access-tokens.ts';
import type { Caller } from '../../context/caller.ts';
import type { ServerContext } from '../../context/server-context.ts';

const LONGEST_LIFE_S = 3600;
const SHORTEST_LIFE_S = 60;

/** An access token as it is handed out; only its hash is kept. */
export interface IssuedAccessToken {
  readonly accessToken: string;
  /** Seconds. */
  readonly expiresIn: number;
}

/**
 * Makes an access token of this sign-in; it dies with the session.
 * @param seconds as long as was asked for: brought within a minute and an hour
 * @param deviceSessionId the one device session it is for; null: any of this sign-in
 */
export async function issueAccessToken(
  context: ServerContext,
  { session }: Caller,
  scope: AccessTokenScope,
  seconds: number = LONGEST_LIFE_S,
  deviceSessionId: string | null = null,
): Promise<IssuedAccessToken> {
  const now = context.now().getTime();
  const wanted = Math.min(Math.max(seconds, SHORTEST_LIFE_S), LONGEST_LIFE_S);
  const expiresIn = Math.floor(Math.min(wanted, (session.expiresAt.getTime() - now) / 1000));
  const accessToken = createCompanyToken(context.company.id);
  await createAccessToken(context.database, {
    companyId: context.company.id,
    tokenHash: hashToken(accessToken),
    webSessionId: session.id,
    scope,
    deviceSessionId,
    expiresAt: new Date(now + expiresIn * 1000),
  });
  return { accessToken, expiresIn };
}
