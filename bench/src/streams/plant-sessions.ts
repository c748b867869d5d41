import pg from 'pg';
import { createToken, hashToken } from '../../../apps/server/src/operations/crypto/tokens.ts';

const SESSION_COOKIE = 'vestibule-session';

/**
 * Copies the one session that there is, with tokens of their own: made by hand, ten thousand sessions would be as many
 * passwords hashed.
 * @returns a cookie for each
 */
export async function plantSessions(databaseUrl: string, count: number): Promise<readonly string[]> {
  const tokens = Array.from({ length: count }, () => createToken());
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ columns: string }>(
      `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
       where table_name = 'web_sessions' and column_name not in ('id', 'token_hash')`,
    );
    const columns = rows[0]?.columns ?? '';
    await client.query(
      `insert into web_sessions (id, token_hash, ${columns})
       select gen_random_uuid(), hash, ${columns} from (select * from web_sessions limit 1) as model, unnest($1::text[]) as hash`,
      [tokens.map((token) => hashToken(token))],
    );
  } finally {
    await client.end();
  }
  return tokens.map((token) => `${SESSION_COOKIE}=${token}`);
}
