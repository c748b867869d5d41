import type { Element } from '@xmldom/xmldom';
import { attributeOf, childElements, isNamed } from '../read-xml.ts';
import type { ServiceProviderInput } from '../service-provider.ts';
import { HTTP_POST_BINDING, HTTP_REDIRECT_BINDING } from '../xml-names.ts';
import { readBoolean, readIndex } from '../xml-values.ts';
import { type MetadataRefusal, refuseMetadata } from './metadata-refusal.ts';

export interface FoundEndpoints {
  readonly ok: true;
  readonly acsUrls: ServiceProviderInput['acsUrls'];
  readonly singleLogoutServices: NonNullable<ServiceProviderInput['singleLogoutServices']>;
}

/** Reads where answers and messages of single logout may be sent. Other bindings than the two spoken here are left out. */
export function readEndpoints(descriptor: Element): FoundEndpoints | MetadataRefusal {
  const children = childElements(descriptor) ?? [];
  const acsUrls: ServiceProviderInput['acsUrls'] = [];
  for (const service of children.filter((child) => isNamed(child, 'md', 'AssertionConsumerService'))) {
    if (attributeOf(service, 'Binding') !== HTTP_POST_BINDING) continue;
    const url = attributeOf(service, 'Location');
    const index = readIndex(attributeOf(service, 'index'));
    const isDefault = readBoolean(attributeOf(service, 'isDefault'));
    if (url === undefined || index === undefined || index === null || isDefault === null) {
      return refuseMetadata(
        'metadata_incomplete',
        'An AssertionConsumerService lacks its Location or index, or isDefault is not a boolean. Ask the maker of the application for new metadata.',
      );
    }
    acsUrls.push({ url, index, isDefault });
  }
  if (acsUrls.length === 0) {
    return refuseMetadata(
      'metadata_not_supported',
      'The application takes no answers by HTTP-POST, the only way they are sent. Switch HTTP-POST on there.',
    );
  }
  const singleLogoutServices = children
    .filter((child) => isNamed(child, 'md', 'SingleLogoutService'))
    .flatMap((service) => {
      const binding = bindingOf(service);
      if (binding === null) return [];
      const responseUrl = attributeOf(service, 'ResponseLocation') ?? null;
      return [{ binding, url: attributeOf(service, 'Location') ?? '', responseUrl }];
    });
  return { ok: true, acsUrls, singleLogoutServices };
}

function bindingOf(service: Element): 'redirect' | 'post' | null {
  const binding = attributeOf(service, 'Binding');
  if (binding === HTTP_REDIRECT_BINDING) return 'redirect';
  return binding === HTTP_POST_BINDING ? 'post' : null;
}
