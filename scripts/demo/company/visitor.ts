import { acceptInvitationCall, COOKIES, HEADERS } from '@vestibule/contracts';
import { HttpConnection } from '../../../bench/src/load/http-connection.ts';

/** A browser of someone of the trial’s company, and their first visit. */
export interface Visitor {
  readonly connection: HttpConnection;
  /** @param body left out: it is read @returns the answer’s body, where it has one @throws where it is refused */
  ask<T>(path: string, body?: object): Promise<T | null>;
}

export function createVisitor(gate: string): Visitor {
  const connection = new HttpConnection([Number(new URL(gate).port)]);
  return {
    connection,
    async ask<T>(path: string, body?: object) {
      const token = connection.cookies.get(COOKIES.xsrf);
      const headers = token === undefined ? {} : { [HEADERS.xsrf]: decodeURIComponent(token) };
      const sent = body === undefined ? { headers } : { method: 'POST' as const, headers, body: JSON.stringify(body) };
      const answer = await connection.ask(path, path, sent, null);
      if (answer.status >= 400) throw new Error(`${path}: ${answer.status} ${answer.text}`);
      return answer.text === '' ? null : (JSON.parse(answer.text) as T);
    },
  };
}

/** Accepts an invitation with a password. The visitor is signed in then. @param link as the server hands it out */
export async function accept(visitor: Visitor, link: string, displayName: string, password: string): Promise<void> {
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get('invitation');
  const secret = { kind: 'password', password };
  await visitor.ask(acceptInvitationCall.path, { token, displayName, isEulaAccepted: true, secret });
}
