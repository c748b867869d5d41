import type { AttributeMapping, MappedValue } from './attribute-mapping.ts';
import {
  DEVICE_EVIDENCE_ATTRIBUTE,
  DEVICE_STANDING_ATTRIBUTE,
  type DeviceEvidence,
  type DeviceStanding,
} from './device-statement.ts';
import type { Person } from './name-id.ts';
import { element, type XmlElement } from './write-xml.ts';

/** What attributes are made of. */
export interface AttributeSource {
  readonly person: Person;
  /** The company the person signs in to; the attribute is left out when absent. */
  readonly companyName?: string | undefined;
  readonly deviceStanding: DeviceStanding;
  readonly deviceEvidence: DeviceEvidence;
}

const OWN_NAMES: readonly string[] = [DEVICE_STANDING_ATTRIBUTE, DEVICE_EVIDENCE_ATTRIBUTE];

/**
 * saml:AttributeStatement: the attributes of the record, and the two about the device, whose names no record can take.
 * An attribute without a value is left out.
 */
export function attributeStatementElement(mappings: readonly AttributeMapping[], source: AttributeSource): XmlElement {
  return element('saml:AttributeStatement', {}, [
    ...mappings.filter(({ name }) => !OWN_NAMES.includes(name)).map((mapping) => attributeElement(mapping, source)),
    ownAttribute(DEVICE_STANDING_ATTRIBUTE, source.deviceStanding),
    ownAttribute(DEVICE_EVIDENCE_ATTRIBUTE, source.deviceEvidence),
  ]);
}

function attributeElement(mapping: AttributeMapping, source: AttributeSource): XmlElement | null {
  const values = mapping.value === 'fixedText' ? [mapping.text] : valuesOf(mapping.value, source);
  if (values.length === 0) return null;
  const format = mapping.nameFormat ?? (/^(?:urn|https?):/.test(mapping.name) ? 'uri' : 'basic');
  const attributes = { Name: mapping.name, NameFormat: formatUri(format), FriendlyName: mapping.friendlyName };
  return element(
    'saml:Attribute',
    attributes,
    values.map((value) => element('saml:AttributeValue', {}, [value])),
  );
}

function valuesOf(value: MappedValue, source: AttributeSource): readonly string[] {
  const { person, companyName, deviceStanding, deviceEvidence } = source;
  switch (value) {
    case 'groups':
      return person.groups ?? [];
    case 'userType':
      return person.userType === undefined ? [] : [person.userType];
    case 'companyName':
      return companyName === undefined ? [] : [companyName];
    case 'deviceStanding':
      return [deviceStanding];
    case 'deviceEvidence':
      return [deviceEvidence];
    case 'displayName':
    case 'email':
    case 'login':
    case 'id':
      return [person[value]];
    default:
      return value satisfies never;
  }
}

function ownAttribute(name: string, value: string): XmlElement {
  const attributes = { Name: name, NameFormat: formatUri('uri') };
  return element('saml:Attribute', attributes, [element('saml:AttributeValue', {}, [value])]);
}

function formatUri(format: string): string {
  return `urn:oasis:names:tc:SAML:2.0:attrname-format:${format}`;
}
