import { readFileSync } from 'node:fs';
import type { AuthenticateOptions } from '@node-saml/passport-saml/lib/types.js';
import express, { type Express, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import passport, { type Strategy as PassportStrategy } from 'passport';
import type { GateCertificates } from './gate-certificates.ts';
import { inboxPage, problemPage, startPage } from './pages.ts';
import { DEFAULT_RETURN_PATH, toReturnPath } from './return-path.ts';
import { createStrategy, type GateUser } from './saml-strategy.ts';
import { clearSessionCookie, readSessionCookie, setSessionCookie } from './session-cookie.ts';
import { createSessions } from './sessions.ts';

const STYLE = readFileSync(new URL('style.css', import.meta.url), 'utf8');
const CONTENT_SECURITY_POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'";
const REFUSED = 'You could not be signed in';

export interface WorkAppOptions {
  readonly gate: string;
  readonly publicUrl: string;
  readonly certificates: GateCertificates;
  readonly now: () => number;
  readonly logError: (message: string) => void;
}

/** The demo work application: a service provider of its own, which knows the gate by its address only. */
export function createWorkApp(options: WorkAppOptions): Express {
  const { gate, publicUrl, certificates, now, logError } = options;
  const isSecure = publicUrl.startsWith('https:');
  const sessions = createSessions(now);
  const strategy = createStrategy({ gate, publicUrl, certificates });
  const authenticator = new passport.Passport();
  authenticator.use('saml', strategy as unknown as PassportStrategy);
  const app = express();
  app.disable('x-powered-by');
  app.use(setHeaders);

  app.get('/healthz', (_request, response) => {
    response.json({ status: 'ok' });
  });
  app.get('/style.css', (_request, response) => {
    response.type('css').set('Cache-Control', 'public, max-age=300').send(STYLE);
  });
  app.get('/saml/metadata', (_request, response) => {
    response.type('application/samlmetadata+xml').send(strategy.generateServiceProviderMetadata(null));
  });

  app.get('/', (request, response) => {
    if (sessions.find(readSessionCookie(request)) !== null) response.redirect(303, DEFAULT_RETURN_PATH);
    else response.send(startPage());
  });
  app.get('/inbox', (request, response) => {
    const user = sessions.find(readSessionCookie(request));
    if (user !== null) response.send(inboxPage(user));
    else response.redirect(303, `/start?return=${encodeURIComponent(toReturnPath(request.originalUrl))}`);
  });
  app.get('/sign-out', (request, response) => {
    sessions.end(readSessionCookie(request));
    clearSessionCookie(response, isSecure);
    response.redirect(303, '/');
  });

  // oxlint-disable-next-line oxc/no-async-endpoint-handlers -- Express 5 hands rejections to the error handler
  app.get('/start', async (request, response, next) => {
    // The library would take SAML messages from this query as well; only the ACS takes them.
    const { SAMLRequest, SAMLResponse, return: returnTo } = request.query;
    if (SAMLRequest !== undefined || SAMLResponse !== undefined) {
      response.status(400).send(problemPage(REFUSED, 'This address begins a sign-in and takes no answers.'));
      return;
    }
    try {
      await certificates.read();
    } catch {
      response
        .status(503)
        .send(problemPage('The gate is not there', `Nothing answers at ${gate}. Try again in a moment.`));
      return;
    }
    const samlOptions: AuthenticateOptions = {
      session: false,
      additionalParams: { RelayState: toReturnPath(returnTo) },
    };
    const begin = authenticator.authenticate('saml', samlOptions) as RequestHandler;
    begin(request, response, next);
  });

  app.post('/saml/acs', express.urlencoded({ extended: false, limit: '256kb' }), (request, response, next) => {
    const fields = readFields(request.body);
    const { SAMLResponse, SAMLRequest, RelayState: relayState } = fields;
    if (typeof SAMLResponse !== 'string' || SAMLRequest !== undefined || Object.keys(request.query).length > 0) {
      response.status(400).send(problemPage(REFUSED, 'The gate’s answer is missing.'));
      return;
    }
    const accept = authenticator.authenticate(
      'saml',
      { session: false },
      (error: unknown, user: GateUser | false | null | undefined) => {
        if (error || !user) {
          const detail = error instanceof Error ? error.message : 'The gate sent no person.';
          logError(`sign-in refused: ${detail}`);
          response.status(403).send(problemPage(REFUSED, 'The gate’s answer could not be accepted.', detail));
          return;
        }
        const sent = typeof relayState === 'string' ? relayState : '';
        sessions.end(readSessionCookie(request));
        setSessionCookie(response, sessions.begin({ ...user, relayState: sent }), isSecure);
        response.redirect(303, toReturnPath(sent));
      },
    ) as RequestHandler;
    accept(request, response, next);
  });

  app.use((_request, response) => {
    response.status(404).send(problemPage('There is nothing here', 'The address is not one of this application.'));
  });
  // Express knows an error handler by its four parameters.
  app.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    const status = statusOf(error);
    logError(error instanceof Error ? error.message : 'unknown error');
    const text = status < 500 ? 'The request could not be read.' : 'Something went wrong here. Try again in a moment.';
    response.status(status).send(problemPage('That did not work', text));
  });
  return app;
}

function setHeaders(_request: Request, response: Response, next: NextFunction): void {
  response.set({
    'Content-Security-Policy': CONTENT_SECURITY_POLICY,
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  });
  next();
}

/** A request without a form has no body at all. */
function readFields(body: unknown): Readonly<Record<string, unknown>> {
  return typeof body === 'object' && body !== null ? { ...body } : {};
}

/** Body parsers name the status of what they refuse. */
function statusOf(error: unknown): number {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : 500;
}
