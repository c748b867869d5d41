import type { MessageAnswer, MessageRequest } from '@vestibule/contracts';
import type { Call } from './context.ts';
import { readGrant } from './grants.ts';
import { answer, fail, type Result } from './result.ts';

/** Runs the fixes that the server allowed, once per grant: also when this process ended in between or another one asks. */
export async function executeFixAction(
  { grant }: MessageRequest<'execute-fix-action'>,
  call: Call,
): Promise<Result<MessageAnswer<'execute-fix-action'>>> {
  const granted = await readGrant(grant, 'fix', call);
  if (!granted.ok) return granted;
  const isFirst = await call.context.claimGrant(granted.answer);
  if (!isFirst) return fail('grant-refused', 'The grant was used already.');
  return answer({ outcomes: [...(await call.context.runFixes(granted.answer.fixActions, call.origin))] });
}
