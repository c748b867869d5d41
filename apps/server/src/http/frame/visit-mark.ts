import type { FastifyReply, FastifyRequest } from 'fastify';
import { authenticate, createToken, isSameText } from '../../operations/crypto/tokens.ts';
import { hostCookie, isHttps } from '../../context/host-cookie.ts';
import type { ServerContext } from '../../context/server-context.ts';

/** `known`: someone signed in there; `visiting`: it was only marked. */
const KINDS = ['known', 'visiting'] as const;
type Kind = (typeof KINDS)[number];

/** A browser that is counted by itself. */
export interface CountedBrowser {
  readonly id: string;
  readonly isKnown: boolean;
}

const LIFE_S: Readonly<Record<Kind, number>> = { known: 365 * 86_400, visiting: 86_400 };
const PART = /^[\w-]{43}$/;

/** By this mark a browser is counted by itself, without a look into the database. It opens nothing and names no one. */
function visitCookieName(context: ServerContext): string {
  return hostCookie(context, 'vestibule-visit');
}

/** @returns null where a browser shows no mark of this company's gate */
export function readVisit(context: ServerContext, request: FastifyRequest): CountedBrowser | null {
  const [id = '', proof = '', ...more] = (request.cookies[visitCookieName(context)] ?? '').split('.');
  if (more.length > 0 || !PART.test(id) || !PART.test(proof)) return null;
  const kind = KINDS.find((one) => isSameText(proof, proofOf(context, one, id)));
  return kind === undefined ? null : { id, isKnown: kind === 'known' };
}

/** Marks a browser; one in which someone has signed in is known from then on, and stays the one it is. */
export function setVisit(context: ServerContext, reply: FastifyReply, kind: Kind): void {
  const before = readVisit(context, reply.request);
  const id = before?.isKnown === true ? before.id : createToken();
  reply.setCookie(visitCookieName(context), `${id}.${proofOf(context, kind, id)}`, {
    path: '/',
    secure: isHttps(context),
    sameSite: 'lax',
    httpOnly: true,
    maxAge: LIFE_S[kind],
  });
}

function proofOf({ secret, company }: ServerContext, kind: Kind, id: string): string {
  return authenticate(secret, 'visit', kind, company.id, id);
}
