const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Decodes base64 with its padding and without white space. Anything else gives null. */
export function decodeBase64(text: string, maximumCharacters: number): Buffer | null {
  if (text.length === 0 || text.length > maximumCharacters || !BASE64.test(text)) return null;
  return Buffer.from(text, 'base64');
}
