import type { Element } from '@xmldom/xmldom';
import { attributeOf, childElements, isNamed } from '../read-xml.ts';
import { NAMESPACES } from '../xml-names.ts';
import { readInstant } from '../xml-values.ts';
import { type MetadataRefusal, refuseMetadata } from './metadata-refusal.ts';

/** The one application that metadata describes. */
export interface FoundApplication {
  readonly entityId: string;
  /** md:SPSSODescriptor. */
  readonly descriptor: Element;
  /** The earliest end of everything around it; null when none is set. */
  readonly validUntil: Date | null;
}

interface Candidate {
  readonly entity: Element;
  readonly descriptor: Element;
  readonly around: readonly Element[];
}

/** Finds the one SAML 2.0 service provider, alone or among other roles and entities, and looks at the dates around it. */
export function findApplication(
  root: Element,
  now: Date,
): { readonly ok: true; readonly application: FoundApplication } | MetadataRefusal {
  const [found, ...others] = candidatesIn(root, []);
  if (found === undefined) {
    return refuseMetadata(
      'metadata_not_one_application',
      'This describes no SAML 2.0 application. Use the service provider metadata of the application.',
    );
  }
  if (others.length > 0) {
    return refuseMetadata(
      'metadata_not_one_application',
      'This describes several applications. Register them one by one, each with its own metadata.',
    );
  }
  const entityId = attributeOf(found.entity, 'entityID');
  if (entityId === undefined || entityId === '') {
    return refuseMetadata(
      'metadata_incomplete',
      'The metadata has no entityID. Ask the maker of the application for it.',
    );
  }
  const validUntil = earliestEnd(found.around);
  if (validUntil === 'unreadable') {
    return refuseMetadata(
      'metadata_malformed',
      'validUntil is not a UTC time. Ask the maker of the application for new metadata.',
    );
  }
  if (validUntil !== null && validUntil <= now) {
    return refuseMetadata('metadata_expired', 'This metadata is no longer valid. Get the newest from the application.');
  }
  return { ok: true, application: { entityId, descriptor: found.descriptor, validUntil } };
}

/** Depth is bounded: the text was scanned before. */
function candidatesIn(element: Element, around: readonly Element[]): readonly Candidate[] {
  const children = childElements(element) ?? [];
  if (isNamed(element, 'md', 'EntitiesDescriptor')) {
    return children.flatMap((child) => candidatesIn(child, [...around, element]));
  }
  if (!isNamed(element, 'md', 'EntityDescriptor')) return [];
  return children
    .filter((child) => isNamed(child, 'md', 'SPSSODescriptor') && speaksSaml2(child))
    .map((descriptor) => ({ entity: element, descriptor, around: [...around, element, descriptor] }));
}

function speaksSaml2(descriptor: Element): boolean {
  const protocols = attributeOf(descriptor, 'protocolSupportEnumeration') ?? '';
  return protocols.split(/[ \t\r\n]+/).includes(NAMESPACES.samlp);
}

function earliestEnd(elements: readonly Element[]): Date | null | 'unreadable' {
  let earliest: Date | null = null;
  for (const element of elements) {
    const text = attributeOf(element, 'validUntil');
    if (text === undefined) continue;
    const end = readInstant(text);
    if (end === null) return 'unreadable';
    if (earliest === null || end < earliest) earliest = end;
  }
  return earliest;
}
