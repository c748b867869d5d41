const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const VERSION = /^ClamAV (\d+[\w.+~-]*)(?:\/(\d+)\/\w{3} (\w{3})\s+(\d{1,2}) (\d{2}):(\d{2}):(\d{2}) (\d{4}))?$/;

/**
 * Reads `clamscan --version`: engine, number and date of the definitions, which are missing when there are none yet.
 * @returns null when the text is something else
 */
export function parseClamavVersion(text: string): { readonly definitionsFrom: string | null } | null {
  const match = VERSION.exec(text.trim());
  if (match === null) return null;
  const [, , database, monthName, day, hour, minute, second, year] = match;
  if (database === undefined) return { definitionsFrom: null };
  const month = MONTHS.indexOf(monthName ?? '');
  if (month < 0) return null;
  const time = Date.UTC(Number(year), month, Number(day), Number(hour), Number(minute), Number(second));
  return { definitionsFrom: new Date(time).toISOString() };
}
