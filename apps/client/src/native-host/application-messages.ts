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

/** Said plainly until Workplace has a window: the page then goes on with its checks. */
export async function launchWorkplace(): Promise<Result<MessageAnswer<'launch-workplace'>>> {
  return fail('window-missing', 'This version of Workplace has no window to open.');
}
