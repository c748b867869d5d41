/** No body of a call is nested deeper than this: facts are the deepest, and are not sent as JSON but signed. */
export const BODY_DEPTH_MAXIMUM = 32;

/** Whether a JSON text nests deeper, before it is parsed. Of what is no JSON the parser says so afterwards. */
export function isNestedDeeper(text: string, maximum: number): boolean {
  let depth = 0;
  let isInText = false;
  for (let index = 0; index < text.length; index += 1) {
    const sign = text[index];
    if (isInText) {
      if (sign === '\\') index += 1;
      else if (sign === '"') isInText = false;
    } else if (sign === '"') isInText = true;
    else if (sign === '{' || sign === '[') {
      depth += 1;
      if (depth > maximum) return true;
    } else if (sign === '}' || sign === ']') depth -= 1;
  }
  return false;
}
