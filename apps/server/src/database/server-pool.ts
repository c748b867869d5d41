import pg from 'pg';

type Connected = Parameters<pg.Pool['connect']>[0];

/**
 * Connections to a PostgreSQL server. One that breaks is dropped, and the next query gets a new one. The pool alone hears only
 * of those that no one uses: unheard, the same event of one in use would end the process, and one that breaks at `BEGIN` would
 * be counted as in use for good, until none is left.
 */
export class ServerPool extends pg.Pool {
  constructor(config: pg.PoolConfig) {
    super(config);
    this.on('error', () => undefined);
    this.on('connect', (client) => client.on('error', () => undefined));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: NonNullable<Connected>): void;
  override connect(callback?: NonNullable<Connected>): Promise<pg.PoolClient> | void {
    return callback === undefined ? super.connect().then(givenBackWhenBroken) : super.connect(callback);
  }
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
