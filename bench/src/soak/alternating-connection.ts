import { assertionIdOf } from '../load/sign-in.ts';
import { type Answer, type Asked, HttpConnection, type Times } from '../load/http-connection.ts';

/** A browser behind a balancer: a server that cannot be connected to is passed over, and no call is sent twice. */
export class AlternatingConnection extends HttpConnection {
  readonly #acknowledged: Set<string>;

  /** @param acknowledged takes the id of each assertion that arrives */
  constructor(ports: readonly number[], acknowledged: Set<string>) {
    super(ports);
    this.#acknowledged = acknowledged;
  }

  override async ask(name: string, path: string, asked: Asked, times: Times | null): Promise<Answer> {
    for (;;) {
      try {
        const answer = await super.ask(name, path, asked, times);
        if (name === 'saml-response' && answer.status === 200) this.#acknowledged.add(assertionIdOf(answer.text));
        return answer;
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED')) throw error;
      }
    }
  }
}
