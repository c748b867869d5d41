import pg from 'pg';

/** What a database says about sign-ins that browsers were told are done. */
export interface Unlost {
  readonly issued: number;
  /** Sentences; none: nothing is lost, and nothing was done twice. */
  readonly problems: readonly string[];
}

/** @param acknowledged ids of assertions that arrived */
export async function compareWithDatabase(databaseUrl: string, acknowledged: ReadonlySet<string>): Promise<Unlost> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>('select assertion_id as id from issued_assertions');
    const issued = new Set(rows.map(({ id }) => id));
    const count = async (query: string) => Number((await client.query<{ count: string }>(query)).rows[0]?.count);
    const entries = await count(
      `select count(*) from audit_entries where action = 'saml-response' and outcome = 'done'`,
    );
    const used = await count('select count(*) from permits where used_at is not null');
    const lost = [...acknowledged].filter((id) => !issued.has(id)).length;
    const problems = [
      ...(lost === 0 ? [] : [`${lost} assertions arrived and are not in the register.`]),
      ...(entries === issued.size ? [] : [`${issued.size} assertions have ${entries} entries in the audit log.`]),
      ...(used === issued.size ? [] : [`${issued.size} assertions have ${used} used permits.`]),
    ];
    return { issued: issued.size, problems };
  } finally {
    await client.end();
  }
}
