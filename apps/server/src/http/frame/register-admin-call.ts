import { type ADMIN_CALLS, bodyMaximumBytesOf, type Call, type ErrorCode } from '@vestibule/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type Acting,
  type ActingOnInstallation,
  type Administrator,
  auditAdministrator,
  LOCAL_ADMINISTRATOR,
  whoIs,
} from '../../subjects/audit/acting.ts';
import { NO_COMPANY_ID } from '../../context/no-company.ts';
import {
  type Installation,
  isRefusal,
  type Origin,
  type Refusal,
  refuse,
  type ServerContext,
} from '../../context/server-context.ts';
import { refusalIn } from '../../context/transaction-of.ts';
import { findCompanyFor, nameTheCompany } from './admin-company.ts';
import { auditStranger, isStranger } from './admin-strangers.ts';
import { authenticateAdministrator, type AdministratorRefusal } from './authenticate.ts';
import { sendUnknownHostError } from './company-of-request.ts';
import { sendError } from './errors.ts';
import { noteProvenCaller } from './proven-callers.ts';
import { type CallAnswer, type Parsed, parseInput, sendAnswer } from './register-call.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the socket's own listener (`admin-socket.ts`), and by nothing that arrives over a network. */
    isLocalSocket?: boolean;
  }
}

type AdminCall = (typeof ADMIN_CALLS)[keyof typeof ADMIN_CALLS];

interface Input<C extends Call> {
  readonly parameters: Parsed<C['parameters']>;
  readonly query: Parsed<C['query']>;
  readonly body: Parsed<C['body']>;
}

interface CompanyInput<C extends Call> extends Input<C> {
  readonly acting: Acting;
}

interface InstallationInput<C extends Call> extends Input<C> {
  readonly acting: ActingOnInstallation;
  /** The company that was called or named; null at the socket while there are none, or several. */
  readonly context: ServerContext | null;
}

type Handler<C extends Call, In> = (
  input: In,
) => Promise<CallAnswer<C> | Refusal<Extract<keyof C['refusals'], ErrorCode>>>;

/** Passes a refusal on, and answers 200 with anything else. */
export function answerWith<Result extends object>(
  result: Result,
): Extract<Result, Refusal> | { readonly status: 200; readonly body: Exclude<Result, Refusal> } {
  return isRefusal(result)
    ? (result as Extract<Result, Refusal>)
    : { status: 200, body: result as Exclude<Result, Refusal> };
}

/** Who calls, and at which company's address; null at the socket. */
interface Arrived {
  readonly administrator: Administrator;
  readonly home: ServerContext | null;
}

/** Serves one row of the contract that concerns one company. */
export function registerAdminCall<C extends AdminCall>(
  app: FastifyInstance,
  installation: Installation,
  call: C,
  handler: Handler<C, CompanyInput<C>>,
): void {
  registerInstallationCall(app, installation, call, async ({ acting, context, ...input }) => {
    if (context !== null) return handler({ ...input, acting: { ...acting, context } });
    return nameTheCompany(installation) as Promise<Refusal<Extract<keyof C['refusals'], ErrorCode>>>;
  });
}

/**
 * Serves one row of the contract that need not concern one company. Authenticates before anything is read, finds the
 * company, parses, and leaves an audit entry of every refusal and of every look; what changes something leaves its own.
 */
export function registerInstallationCall<C extends AdminCall>(
  app: FastifyInstance,
  installation: Installation,
  call: C,
  handler: Handler<C, InstallationInput<C>>,
): void {
  const arrivals = new WeakMap<FastifyRequest, Arrived>();
  app.route({
    method: call.method,
    url: call.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    exposeHeadRoute: false,
    config: { call },
    bodyLimit: bodyMaximumBytesOf(call),
    onRequest: async (request, reply) => {
      const home = request.isLocalSocket === true ? null : request.company;
      if (home === null && request.isLocalSocket !== true) return sendUnknownHostError(reply);
      const administrator = await arrive(home, call, request);
      if (!isRefusal(administrator)) {
        arrivals.set(request, { administrator, home });
        noteProvenCaller(request);
        return undefined;
      }
      if (isStranger(home, request)) {
        await auditStranger(home, originOf(request), call, administrator);
      }
      return sendError(reply, call, administrator);
    },
    handler: async (request, reply) => {
      const arrived = arrivals.get(request);
      if (arrived === undefined) throw new Error('An admin call was reached without authentication.');
      return serve(installation, call, arrived, request, reply, handler);
    },
  });
}

async function arrive(
  home: ServerContext | null,
  call: AdminCall,
  request: FastifyRequest,
): Promise<Administrator | AdministratorRefusal> {
  if (home === null) return LOCAL_ADMINISTRATOR;
  const { authentication } = call;
  const administrator = await authenticateAdministrator(home, call, authentication.role, request);
  if (isRefusal(administrator)) return administrator;
  const wantsServer = 'reach' in authentication && authentication.reach === 'installation';
  return wantsServer && administrator.reach !== 'installation'
    ? {
        ...refuse('role_missing', 'This is done with the command line on the server itself.'),
        by: whoIs(administrator),
      }
    : administrator;
}

async function serve<C extends AdminCall>(
  installation: Installation,
  call: C,
  { administrator: arrived, home }: Arrived,
  request: FastifyRequest,
  reply: FastifyReply,
  handler: Handler<C, InstallationInput<C>>,
): Promise<FastifyReply> {
  const origin = originOf(request);
  // A body may take minutes to come: who sends it may have been signed out meanwhile, or blocked.
  const again = call.method === 'GET' ? arrived : await arrive(home, call, request);
  const administrator = isRefusal(again) ? arrived : again;
  const acting = { installation, administrator, origin, isDryRun: false };
  const refused = async (companyId: string, refusal: Refusal, details: Record<string, unknown> = {}) => {
    const { refused: code } = refusal;
    await auditAdministrator(
      { ...acting, companyId },
      { action: 'admin-call', outcome: 'refused', target: nameOf(call), details: { ...details, code } },
    );
    return sendError(reply, call, refusal);
  };
  const homeId = home?.company.id ?? NO_COMPANY_ID;
  if (isRefusal(again)) return refused(homeId, again);
  const parsed = parseInput(call, request);
  if (!parsed.ok) return refused(homeId, refuse('request_malformed', parsed.message));
  if (!('body' in call) && !isEmpty(request.body)) {
    return refused(homeId, refuse('request_malformed', 'body: this call takes none.'));
  }
  const input = parsed.value as { query: { company?: string; dryRun?: string }; parameters: unknown; body: unknown };
  const found = await findCompanyFor(installation, administrator, home, input.query.company);
  if (isRefusal(found)) return refused(homeId, found, { company: input.query.company });
  const context = found === null ? null : await installation.companies.asOf(found);
  const companyId = context?.company.id ?? NO_COMPANY_ID;
  const isDryRun = input.query.dryRun === 'true';
  if (!isDryRun && administrator.staleProof !== undefined) return refused(companyId, administrator.staleProof);
  const result = await handler({
    ...input,
    acting: { ...acting, companyId, isDryRun },
    context,
  } as unknown as InstallationInput<C>).catch(refusalIn);
  if (isRefusal(result)) return refused(companyId, result, { parameters: input.parameters });
  const { status, body } = result as { status: number; body: unknown };
  if (status >= 400) return refusedWhole(status, body);
  if (call.method === 'GET' || isDryRun || isQuestion(call)) {
    await auditAdministrator(
      { ...acting, companyId },
      {
        action: 'admin-read',
        outcome: 'done',
        target: nameOf(call),
        // Who was looked at is never one of many; only the same look again is.
        about: `${nameOf(call)} ${JSON.stringify(input.parameters)} ${isDryRun}`,
        details: { parameters: input.parameters, isDryRun },
      },
    );
  }
  return sendAnswer(reply, call, { status, body });

  async function refusedWhole(answered: number, said: unknown): Promise<FastifyReply> {
    await auditAdministrator(
      { ...acting, companyId },
      { action: 'admin-call', outcome: 'refused', target: nameOf(call), details: { status: answered } },
    );
    return sendAnswer(reply, call, { status: answered, body: said });
  }
}

/** What nothing reads is refused, as in a query: it was meant to say something. */
function isEmpty(body: unknown): boolean {
  return body === undefined || body === null || (typeof body === 'object' && Object.keys(body).length === 0);
}

/** Asked by POST because what is asked about is long. */
function isQuestion(call: AdminCall): boolean {
  return ['/policy/check', '/policy/explain', '/policy/rehearse', '/gate/impact'].some((end) =>
    call.path.endsWith(end),
  );
}

function originOf(request: FastifyRequest): Origin {
  return { address: request.isLocalSocket === true ? 'local socket' : request.ip, correlationId: request.id };
}

function nameOf({ method, path }: AdminCall): string {
  return `${method} ${path}`;
}
