import type { MessageAnswer, MessageRequest } from '@vestibule/contracts';
import type { Call } from './context.ts';
import { answer, fail, type Result } from './result.ts';
import { checkGranted } from './session-messages.ts';

/** The token of a restricted session, like a full one, is given to the sign-in it was opened in and to no other. */
export async function getRestrictedSessionConfig(
  { signIn }: MessageRequest<'devices-v2/get-restricted-session-config'>,
  { origin, context }: Call,
): Promise<Result<MessageAnswer<'devices-v2/get-restricted-session-config'>>> {
  const session = await context.sessions.restricted.get(origin);
  return answer({ config: session?.signIn === signIn ? session.config : null });
}

export async function setRestrictedSessionData(
  { session }: MessageRequest<'devices-v2/set-restricted-session-data'>,
  call: Call,
): Promise<Result<MessageAnswer<'devices-v2/set-restricted-session-data'>>> {
  const granted = await checkGranted(session, call);
  if (!granted.ok) return granted;
  await call.context.sessions.restricted.set(call.origin, session);
  return answer({});
}

/** Only for the session that is kept: a token alone makes none. */
export async function setRestrictedToken(
  { accessToken, sessionId }: MessageRequest<'devices-v2/set-restricted-token'>,
  { origin, context }: Call,
): Promise<Result<MessageAnswer<'devices-v2/set-restricted-token'>>> {
  const { restricted } = context.sessions;
  const kept = await restricted.get(origin);
  if (kept?.sessionId !== sessionId) return fail('session-missing', 'There is no such restricted session.');
  const devicesV2 = { ...kept.config.devicesV2, token: accessToken };
  await restricted.set(origin, { ...kept, accessToken, config: { ...kept.config, devicesV2 } });
  return answer({});
}
