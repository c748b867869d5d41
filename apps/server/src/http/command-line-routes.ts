import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CALLS, COMMAND_LINE_PATHS } from '@vestibule/contracts';
import type { FastifyInstance } from 'fastify';
import type { Installation } from '../context/server-context.ts';
import { isRefusal } from '../context/server-context.ts';
import { redeemCommandLineCode } from '../subjects/people/administrators/command-line-sign-in.ts';
import { sendApiError } from './frame/errors.ts';
import { answer, registerCall } from './frame/register-call.ts';

const SCRIPT = join(import.meta.dirname, '../../../../dist/command-line/vestibule.mjs');

/** The command line of another computer: its file, and the sign-in that a person has allowed it in their browser. */
export function registerCommandLineRoutes(app: FastifyInstance, installation: Installation): void {
  registerCall(app, installation, CALLS.redeemCommandLineCode, async ({ context, body, origin, reply }) => {
    const signedIn = await redeemCommandLineCode(context, origin, body);
    reply.header('Cache-Control', 'no-store');
    return isRefusal(signedIn) ? signedIn : answer(200, signedIn);
  });

  // For anybody: it holds no secret and no address, and the calls decide. As bytes, so that no page runs it.
  app.get(COMMAND_LINE_PATHS.download, async (_request, reply) => {
    const script = await readFile(SCRIPT).catch(() => null);
    if (script === null) {
      return sendApiError(reply, 404, 'not_found', 'The command line is not built here: npm run build makes it.');
    }
    reply.header('Cache-Control', 'no-cache').header('Content-Disposition', 'attachment; filename="vestibule.mjs"');
    return reply.type('application/octet-stream').send(script);
  });
}
