/** Set by `npm run test:full`. */
const IS_THOROUGH = process.env['VESTIBULE_THOROUGH'] === '1';
/** Every run draws other values, so that many quick runs see what one thorough run does. */
const QUICK_SHARE = 0.2;

/**
 * How often a property is tried: a fifth in `npm test`, all of it in `npm run test:full`.
 * @param thorough runs of the full test
 */
export function propertyRuns(thorough: number): number {
  return IS_THOROUGH ? thorough : Math.ceil(thorough * QUICK_SHARE);
}
