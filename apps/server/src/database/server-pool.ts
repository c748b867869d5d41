import pg from 'pg';

type Connected = Parameters<pg.Pool['connect']>[0];

/**
 * Connections to a PostgreSQL server. One that breaks is dropped, and the next query gets a new one. The pool alone hears only
 * of those that no one uses: unheard, the same event of one in use would end the process, and one that breaks at `BEGIN` would
 * be counted as in use for good, until none is left.
 */
export class ServerPool extends pg.Pool {
  /** @param databaseUrl with `pgbouncer=true` among its parameters, statements have no names */
  constructor(databaseUrl: string, config: pg.PoolConfig = {}) {
    const isBehindPgBouncer = new URL(databaseUrl).searchParams.get('pgbouncer') === 'true';
    super({ ...config, connectionString: databaseUrl, ...(isBehindPgBouncer ? { Client: NamelessClient } : {}) });
    this.on('error', () => undefined);
    this.on('connect', (client) => client.on('error', () => undefined));
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
