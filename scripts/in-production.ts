/**
 * Runs a build as for production, no matter who asks for it: a test runner sets `NODE_ENV` to `test`, and React would be
 * bundled in its development form, three times as large.
 */
export async function inProduction<T>(build: () => Promise<T>): Promise<T> {
  const before = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    return await build();
  } finally {
    if (before === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = before;
  }
}
