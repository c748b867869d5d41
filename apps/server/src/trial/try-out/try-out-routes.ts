import { CALLS, TRY_OUT_PREFIX } from '@vestibule/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answer, registerCall } from '../../http/frame/register-call.ts';
import { registerAdminCall } from '../../http/frame/register-admin-call.ts';
import { isHttps } from '../../context/host-cookie.ts';
import { type Installation, isRefusal, type ServerContext } from '../../context/server-context.ts';
import { createTryOut, openTryOut, showTryOut, tryLaptop } from './try-out.ts';

/** Who runs the product makes the links. */
export function registerTryOutAdminRoutes(app: FastifyInstance, installation: Installation): void {
  registerAdminCall(app, installation, CALLS.adminTryPolicy, async ({ acting, body }) => {
    const made = await createTryOut(acting, body);
    return 'problems' in made ? answer(422, { problems: [...made.problems] }) : answer(200, made);
  });
}

/**
 * The calls of a try-out. Its cookie is sent below one path only and read here only, so that it is nothing to any other
 * call; and none of these looks at who is signed in.
 */
export function registerTryOutRoutes(app: FastifyInstance, installation: Installation): void {
  registerCall(app, installation, CALLS.openTryOut, async ({ context, origin, body, reply }) => {
    const opened = await openTryOut(context, origin, body.token);
    if (isRefusal(opened)) return opened;
    reply.setCookie(cookieName(context), opened.token, {
      path: `${TRY_OUT_PREFIX}/`,
      httpOnly: true,
      sameSite: 'strict',
      secure: isHttps(context),
      expires: new Date(opened.tryOut.endsAt),
    });
    return answer(200, opened.tryOut);
  });

  registerCall(app, installation, CALLS.tryOut, async ({ context, request }) => {
    const found = await showTryOut(context, readToken(context, request));
    return isRefusal(found) ? found : answer(200, found);
  });

  registerCall(app, installation, CALLS.tryOutVerdict, async ({ context, request, body }) => {
    const judged = await tryLaptop(context, readToken(context, request), body);
    return isRefusal(judged) ? judged : answer(200, judged);
  });
}

function cookieName(context: ServerContext): string {
  return isHttps(context) ? '__Secure-vestibule-try-out' : 'vestibule-try-out';
}

function readToken(context: ServerContext, request: FastifyRequest): string | undefined {
  return request.cookies[cookieName(context)];
}
