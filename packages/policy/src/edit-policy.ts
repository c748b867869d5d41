import type { CheckType } from '@vestibule/contracts';
import { type Document, isMap, isSeq, parseDocument, type YAMLMap } from 'yaml';
import { parsePolicy } from './parse-policy.ts';
import type { Exemption } from './check-policy-schema.ts';
import type { CheckPolicy, Policy } from './policy-schema.ts';
import { isSame } from './with-values.ts';

/** Who is exempt: a person by login, or a computer by its device id. */
export type Exempt = { readonly login: string } | { readonly deviceId: string };

/** Whether an exemption is that of this person or computer; logins in whatever letters, as where it is judged. */
export function isExemptionOf(exemption: Exemption, exempt: Exempt): boolean {
  return 'login' in exempt
    ? 'login' in exemption && exemption.login.toLowerCase() === exempt.login.toLowerCase()
    : 'deviceId' in exemption && exemption.deviceId === exempt.deviceId;
}

/**
 * The text of a policy with one exemption more; it takes the place of an earlier one for the same person or computer.
 * What else is written there, comments too, stays.
 * @param text of a policy that can be read
 * @returns null when this text cannot be changed without changing anything else, as one that is written with anchors
 */
export function withExemption(text: string, type: CheckType, exemption: Exemption): string | null {
  return edit(text, type, (kept) => [...kept.filter((one) => !isExemptionOf(one, exemption)), exemption]);
}

/** The text of a policy without the exemption of a person or a computer. @returns null as `withExemption` does */
export function withoutExemption(text: string, type: CheckType, exempt: Exempt): string | null {
  return edit(text, type, (kept) => kept.filter((one) => !isExemptionOf(one, exempt)));
}

/**
 * The text of a policy in which one check is judged and shown, and stops no one.
 * @returns null as with exemptions
 */
export function withReportOnly(text: string, type: CheckType): string | null {
  return rewrite(text, type, (check, node) => {
    node.set('reportOnly', true);
    return { ...check, reportOnly: true };
  });
}

function edit(
  text: string,
  type: CheckType,
  change: (exemptions: readonly Exemption[]) => readonly Exemption[],
): string | null {
  return rewrite(text, type, (check, node, document) => {
    const wanted = change(check.exemptions);
    const list = node.get('exemptions', true);
    const added = wanted.filter((exemption) => !check.exemptions.includes(exemption));
    if (wanted.length === 0) node.delete('exemptions');
    else if (list === undefined) node.set('exemptions', document.createNode(added));
    else if (isSeq(list)) {
      list.items = list.items.filter((_item, index) => wanted.some((one) => one === check.exemptions[index]));
      for (const exemption of added) list.add(document.createNode(exemption));
    } else return null;
    return { ...check, exemptions: [...wanted] };
  });
}

/**
 * Rewrites what a policy says of one check, and nothing else.
 * @param change changes the node in place. @returns what the check is meant to say then; null: it cannot be changed
 */
function rewrite(
  text: string,
  type: CheckType,
  change: (check: CheckPolicy, node: YAMLMap, document: Document) => CheckPolicy | null,
): string | null {
  const before = parsePolicy(text);
  const check = before.ok ? before.policy.checks[type] : undefined;
  if (!before.ok || check === undefined) return null;
  const document = parseDocument(text);
  const node = document.getIn(['checks', type], true);
  if (!isMap(node)) return null;
  const wanted = change(check, node, document);
  if (wanted === null) return null;
  const edited = document.toString({ lineWidth: 0 });
  const after = parsePolicy(edited);
  const expected: Policy = { ...before.policy, checks: { ...before.policy.checks, [type]: wanted } };
  return after.ok && isSame(after.policy, expected) ? edited : null;
}
