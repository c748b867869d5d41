import { timestamp } from 'drizzle-orm/pg-core';

/** A moment, with time zone. */
export const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
