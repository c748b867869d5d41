import type { MessageAnswer, MessageRequest } from '@vestibule/contracts';
import { isWebToken } from '../open/opening-address.ts';
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

/** The page's own web token names the application that is opened; without one it is the person's page. */
export async function launchApp(
  { webToken }: MessageRequest<'launch-app'>,
  call: Call,
): Promise<Result<MessageAnswer<'launch-app'>>> {
  return open(webToken, true, call);
}

export async function launchWorkplace(
  { webToken }: MessageRequest<'launch-workplace'>,
  call: Call,
): Promise<Result<MessageAnswer<'launch-workplace'>>> {
  return open(webToken, false, call);
}

async function open(
  webToken: string | undefined,
  isSecureBrowser: boolean,
  { origin, context }: Call,
): Promise<Result<Record<string, never>>> {
  if (webToken !== undefined && !isWebToken(webToken)) {
    return fail('malformed-message', 'What was sent as a web token is none.');
  }
  const opened = await context.open({ portal: origin, webToken: webToken ?? null, isSecureBrowser });
  return opened.ok ? answer({}) : fail('window-missing', opened.detail, opened.cause);
}
