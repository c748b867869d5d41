/** @returns null where it fails or takes too long; it is then let go on unheard */
export async function inTime<Value extends object>(asked: Promise<Value>, withinMs: number): Promise<Value | null> {
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(() => late.resolve(null), withinMs);
  try {
    return await Promise.race([asked.catch(() => null), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
