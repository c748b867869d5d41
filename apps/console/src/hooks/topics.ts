import type { ConsoleTopic } from '@vestibule/contracts';

/** Every call of the console begins so; what is asked by another method is never asked by itself. */
const CALL = /^GET \/api\/admin\/v1\/(.+)$/;
/** Dear to answer, or said of one moment: asked when a person says so. */
const NEVER = /^gate\/impact/;

/** Which calls are of before after a look, by their path below the common beginning. */
const OLD_AFTER: Readonly<Record<ConsoleTopic, RegExp>> = {
  'sign-in': /^(?:sign-ins|people\/\{personId\}|support\/|first-steps)/,
  verdict: /^(?:deadlines|devices|people|status|support\/|first-steps|gate\/brake)/,
  request: /^(?:access-|status|support\/)/,
  gate: /^(?:gate|deadlines|policy|status|people|audit|first-steps)/,
  setting: /./,
};

/** Whether what a call answered is of before. @param call as it is named: method and path */
export function isOldAfter(topics: ReadonlySet<ConsoleTopic>, call: string): boolean {
  const [, path = ''] = CALL.exec(call) ?? [];
  return path !== '' && !NEVER.test(path) && [...topics].some((topic) => OLD_AFTER[topic].test(path));
}
