import { DrizzleQueryError } from 'drizzle-orm';

/**
 * SQLSTATE: the connection, the server going down or coming up, no free connection, a wrong password, no such database, one
 * that may not be written (25006): another one took over, and for a moment the way still leads to the one before.
 */
const REFUSALS_OF_SERVER = /^(08\w{3}|57P0[1-5]|53300|28\w{3}|3D000|25006)$/;
/** What the driver says without a code. */
const WORDS_OF_DRIVER =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/;
/** An error that goes round in itself, or a chain that no one reads to its end. */
const DEEPEST = 5;

/**
 * Whether an error says that PostgreSQL cannot be reached, or lets no one in: nothing is wrong with what was asked.
 * @param databaseUrl undefined: the embedded database is always there
 */
export function isDatabaseUnreachable(error: unknown, databaseUrl: string | undefined): boolean {
  return databaseUrl !== undefined && isUnreachable(error, new URL(databaseUrl), 0);
}

function isUnreachable(error: unknown, place: URL, depth: number): boolean {
  if (!(error instanceof Error) || depth > DEEPEST) return false;
  const several: readonly unknown[] = error instanceof AggregateError ? error.errors : [];
  return (
    isOfServer(error) ||
    WORDS_OF_DRIVER.test(error.message) ||
    isOnTheWay(error, place) ||
    (error instanceof DrizzleQueryError && isOfNetwork(error.cause)) ||
    [error.cause, ...several].some((one) => isUnreachable(one, place, depth + 1))
  );
}

/** A connection that breaks while it is used says neither host nor port: of a query, it is that to the database. */
function isOfNetwork(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

function isOfServer(error: Error): boolean {
  return 'severity' in error && 'code' in error && REFUSALS_OF_SERVER.test(String(error.code));
}

/** An error of the network that names the database's own place: the server asks others as well. */
function isOnTheWay(error: Error, { hostname, port }: URL): boolean {
  if (!('syscall' in error)) return false;
  if ('hostname' in error) return error.hostname === hostname;
  return 'port' in error && String(error.port) === (port === '' ? '5432' : port);
}
