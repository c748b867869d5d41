import type { MessageAnswer, MessageRequest } from '@vestibule/contracts';
import type { Call } from './context.ts';
import { answer, fail, type Result } from './result.ts';

export async function setApplicationMode(
  { mode }: MessageRequest<'set-application-mode'>,
  { origin, context }: Call,
): Promise<Result<MessageAnswer<'set-application-mode'>>> {
  await context.setMode(origin, mode);
  return answer({});
}

export async function registerSiloData(
  { siloData }: MessageRequest<'register-silo-data'>,
  { origin, context }: Call,
): Promise<Result<MessageAnswer<'register-silo-data'>>> {
  await context.register(origin, { siloData });
  return answer({});
}

export async function registerFciUserInfo(
  { fciUserInfo }: MessageRequest<'register-fci-user-info'>,
  { origin, context }: Call,
): Promise<Result<MessageAnswer<'register-fci-user-info'>>> {
  await context.register(origin, { fciUserInfo });
  return answer({});
}

/** Said plainly: no secure browser comes with this version, and nothing else may be started. */
export async function launchApp(): Promise<Result<MessageAnswer<'launch-app'>>> {
  return fail('window-missing', 'There is no secure browser of Workplace on this computer.');
}

/** Said plainly until Workplace has a window: the page then goes on with its checks. */
export async function launchWorkplace(): Promise<Result<MessageAnswer<'launch-workplace'>>> {
  return fail('window-missing', 'This version of Workplace has no window to open.');
}
