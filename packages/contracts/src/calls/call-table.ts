import * as adminCalls from './admin/index.ts';
import * as calls from './index.ts';

const SUFFIX = 'Call';

/** Of what a file exports, the calls: `signInCall` by the name `signIn`. */
type CallsOf<Exports> = {
  readonly [Name in keyof Exports as Name extends `${infer Call}${typeof SUFFIX}` ? Call : never]: Exports[Name];
};

function callsOf<Exports extends object>(exports: Exports): CallsOf<Exports> {
  // In the order of their names: not every loader of modules keeps to one.
  const found = Object.entries(exports)
    .filter(([name]) => name.endsWith(SUFFIX))
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(found.map(([name, call]) => [name.slice(0, -SUFFIX.length), call])) as CallsOf<Exports>;
}

/** What those who run the product call. */
export const ADMIN_CALLS = /* @__PURE__ */ callsOf(adminCalls);

/** The contract table: every call the server answers, by name. */
export const CALLS = /* @__PURE__ */ callsOf({ ...calls, ...adminCalls });

export type CallName = keyof typeof CALLS;
