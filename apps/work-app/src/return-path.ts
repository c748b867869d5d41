export const DEFAULT_RETURN_PATH = '/inbox';

/**
 * A path of this application to go to after sign-in. RelayState travels through the browser, so whatever is not
 * plainly a path here becomes the inbox.
 */
export function toReturnPath(value: unknown): string {
  if (typeof value !== 'string' || value.length > 512 || !/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(value)) {
    return DEFAULT_RETURN_PATH;
  }
  return value;
}
