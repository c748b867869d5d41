import pg from 'pg';

type Connected = Parameters<pg.Pool['connect']>[0];

/**
 * Connections to a PostgreSQL server. One that breaks is dropped, and the next query gets a new one. The pool alone hears only
 * of those that no one uses: unheard, the same event of one in use would end the process, and one that breaks at `BEGIN` would
 * be counted as in use for good, until none is left. One that stays silent is dropped as well, once the server expects answers.
 */
export class ServerPool extends pg.Pool {
  #answerMs: number | null = null;

  /** @param databaseUrl with `pgbouncer=true` among its parameters, statements have no names */
  constructor(databaseUrl: string, config: pg.PoolConfig = {}) {
    const isBehindPgBouncer = new URL(databaseUrl).searchParams.get('pgbouncer') === 'true';
    super({ ...config, connectionString: databaseUrl, ...(isBehindPgBouncer ? { Client: NamelessClient } : {}) });
    this.on('error', () => undefined);
    this.on('connect', (client) => {
      client.on('error', () => undefined);
      dropWhenSilent(client, () => this.#answerMs);
    });
  }

  /**
   * From now on a connection is dropped that has not answered a statement within this time, and what waits for it fails: a
   * machine that died or a network that swallows everything says nothing, and would hold its connections for many minutes.
   * Never before the schema is up to date: to wait for another server's migration takes as long as it takes.
   */
  expectAnswers(withinMs: number): void {
    this.#answerMs = withinMs;
    this.options.connectionTimeoutMillis = Math.min(withinMs, this.options.connectionTimeoutMillis ?? withinMs);
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: NonNullable<Connected>): void;
  override connect(callback?: NonNullable<Connected>): Promise<pg.PoolClient> | void {
    return callback === undefined ? super.connect().then(givenBackWhenBroken) : super.connect(callback);
  }
}

/**
 * PgBouncer gives each transaction a connection of its own choice, and up to 1.20 one that knows no statement of another: such
 * a statement is written once by the server all the same, and planned each time by PostgreSQL.
 */
class NamelessClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const ask: (...asked: unknown[]) => unknown = this.query.bind(this);
    this.query = ((first: unknown, ...others: unknown[]) => ask(withoutName(first), ...others)) as typeof this.query;
  }
}

function withoutName(asked: unknown): unknown {
  return typeof asked === 'object' && asked !== null && 'name' in asked ? { ...asked, name: undefined } : asked;
}

function givenBackWhenBroken(client: pg.PoolClient): pg.PoolClient {
  const release = client.release.bind(client);
  let isHeld = true;
  const giveBack = (error?: Error | boolean) => {
    if (!isHeld) return;
    isHeld = false;
    client.removeListener('end', dropIt);
    release(error);
  };
  const dropIt = () => giveBack(true);
  client.once('end', dropIt);
  client.release = giveBack;
  return client;
}

/** One timer for a connection, not one for each statement: it looks whether something has been waited for since it was set. */
function dropWhenSilent(client: pg.PoolClient, answerMs: () => number | null): void {
  let isAsked = false;
  let timer: NodeJS.Timeout | undefined;
  const query: (...asked: readonly unknown[]) => unknown = client.query.bind(client);
  const watched = (...asked: readonly unknown[]): unknown => {
    const withinMs = answerMs();
    isAsked = true;
    if (withinMs !== null) {
      timer ??= setTimeout(() => {
        timer = undefined;
        if (isAsked) client.connection.stream.destroy(new Error('Connection terminated: it did not answer'));
      }, withinMs).unref();
      timer.refresh();
    }
    return query(...asked);
  };
  Object.assign(client, { query: watched });
  client.on('drain', () => {
    isAsked = false;
  });
  client.once('end', () => clearTimeout(timer));
}
