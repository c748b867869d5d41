import { readTextFile } from './files.ts';

/**
 * A policy that the server is to read, which says what is wrong in it.
 * @throws CommandFailure for an empty file: the server takes no empty text, and speaks of it as of any other field
 */
export async function readPolicyFile(file: string): Promise<string> {
  const text = await readTextFile(file);
  if (text !== '') return text;
  const { readPolicyText } = await import('./commands/policy-offline.ts');
  readPolicyText(text, file);
  return text;
}
