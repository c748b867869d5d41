import { setTimeout as wait } from 'node:timers/promises';
import { assertionIdOf } from '../../bench/src/load/sign-in.ts';
import { type Answer, type Asked, HttpConnection, type Times } from '../../bench/src/load/http-connection.ts';

const AGAIN_MS = 200;

/** What browsers were told while something was away. */
export interface Told {
  /** Ids of assertions that arrived, and when. */
  readonly acknowledged: Map<string, number>;
  /** How often it was asked to wait. */
  waits: number;
  /** Answers that say to wait, and not until when; and what is no answer of a server that is well. */
  readonly wrong: string[];
}

/** A browser that asks again where it is told to, as the pages do. */
export class InsistentConnection extends HttpConnection {
  readonly #told: Told;

  constructor(ports: readonly number[], host: string, told: Told) {
    super(ports, host);
    this.#told = told;
  }

  override async ask(name: string, path: string, asked: Asked, times: Times | null): Promise<Answer> {
    for (;;) {
      const answer = await super.ask(name, path, asked, times);
      const { status, retryAfter, text } = answer;
      if (status >= 500 && (status !== 503 || !/^\d+$/.test(retryAfter ?? '')))
        this.#told.wrong.push(`${name}: ${status} ${text.slice(0, 200)}`);
      if (status !== 503) {
        if (name === 'saml-response' && status === 200) this.#told.acknowledged.set(assertionIdOf(text), Date.now());
        return answer;
      }
      this.#told.waits += 1;
      await wait(AGAIN_MS);
    }
  }
}
