import { PGlite } from '@electric-sql/pglite';

/** The system keeps what was read of the database's files as well: more here would hold it twice. 128 MB is PostgreSQL's own. */
const SHARED_BUFFERS = '16MB';

/** How the embedded database is opened, each time. */
export const EMBEDDED = {
  startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${SHARED_BUFFERS}`],
};
