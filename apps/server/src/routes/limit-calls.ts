import rateLimit, { normalizeIP, type RateLimitOptions } from '@fastify/rate-limit';
import { type Call, CALLS } from '@vestibule/contracts';
import type { FastifyInstance } from 'fastify';

/** For one call, one address and one minute; a whole company may sit behind it. */
const SIGN_INS_PER_MINUTE = 120;
/** For one account of an installed client from one address: it reports every ten seconds at most. */
const REPORTS_PER_MINUTE = 60;
/** As many installed clients may report to one server without forgetting each other's count. */
const ACCOUNTS = 20_000;

/** What anybody may call to become somebody. */
const SIGN_IN_CALLS: readonly Call[] = [
  CALLS.signIn,
  CALLS.passkeySignInOptions,
  CALLS.passkeySignIn,
  CALLS.invitation,
  CALLS.invitationPasskeyOptions,
  CALLS.acceptInvitation,
];
/** What anybody may call who knows the id of an account. */
const AGENT_CALLS: readonly Call[] = [CALLS.agentNonce, CALLS.agentReport];

/** Slows down whoever calls too often what takes no sign-in, each server by itself. */
export async function limitCalls(app: FastifyInstance): Promise<void> {
  // Before the plugin, whose own hook reads the limit.
  app.addHook('onRoute', (route) => {
    const call = route.config?.call;
    const limit = call === undefined ? undefined : limitOf(call);
    if (limit !== undefined) Object.assign(route, { config: { ...route.config, rateLimit: limit } });
  });
  await app.register(rateLimit, { global: false });
}

function limitOf(call: Call): RateLimitOptions | undefined {
  if (SIGN_IN_CALLS.includes(call)) return { max: SIGN_INS_PER_MINUTE, timeWindow: 60_000 };
  if (!AGENT_CALLS.includes(call)) return undefined;
  return {
    max: REPORTS_PER_MINUTE,
    timeWindow: 60_000,
    cache: ACCOUNTS,
    keyGenerator: ({ ip, params }) => `${normalizeIP(ip)} ${JSON.stringify(params)}`,
  };
}
