/**
 * One schema for the embedded database and for PostgreSQL. `company_id` leads every key, so that a query without a
 * company is visibly wrong and the tables can be spread over several databases later.
 */
export * from './schema/access.ts';
export * from './schema/applications.ts';
export * from './schema/companies.ts';
export * from './schema/devices.ts';
export * from './schema/lifecycle.ts';
export * from './schema/log.ts';
export * from './schema/people.ts';
export * from './schema/sessions.ts';
export * from './schema/sign-ins.ts';
export * from './schema/software.ts';
export * from './schema/verdicts.ts';
