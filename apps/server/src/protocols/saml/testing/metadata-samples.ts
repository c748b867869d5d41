import { readFileSync } from 'node:fs';
import { applicationKey, strangerKey } from './fixtures.ts';

/** Products whose documented form of metadata stands in `samples`, one file each. */
export const PRODUCTS = [
  'adfs',
  'aws',
  'gitlab',
  'keycloak',
  'salesforce',
  'shibboleth',
  'simplesamlphp',
  'spring-security',
] as const;
export type Product = (typeof PRODUCTS)[number];

/** A sample with certificates in the places for them, written in one line or in many as the product does. */
export function sampleOf(product: Product): string {
  const template = readFileSync(new URL(`samples/${product}.xml`, import.meta.url), 'utf8');
  const inLines = (base64: string) => base64.replaceAll(/.{64}/g, '$&\n');
  return template
    .replaceAll('{{certificate}}', applicationKey.certificateBase64)
    .replaceAll('{{other certificate}}', strangerKey.certificateBase64)
    .replaceAll('{{certificate in lines}}', inLines(applicationKey.certificateBase64))
    .replaceAll('{{other certificate in lines}}', inLines(strangerKey.certificateBase64));
}
