import { companyConfigurationSchema } from '@vestibule/contracts';
import { describe, expect, test } from 'vitest';
import { describeEula } from './eula.ts';

const eulaOf = (settings: object) =>
  describeEula({ configuration: companyConfigurationSchema.parse(settings) } as Parameters<typeof describeEula>[0]);

const BARE_TAG = /<\/?(?:ol|li|div|p|strong)>/g;

describe('the licence agreement', () => {
  test('that ships is a text of its own, of ol, li, div, p and strong alone [S7.013]', () => {
    const text = eulaOf({});
    expect(text.replaceAll(BARE_TAG, '')).not.toMatch(/[<>]/);
    for (const tag of ['ol', 'li', 'div', 'p', 'strong']) expect(text).toContain(`<${tag}>`);
    const opened = [...text.matchAll(/<(\w+)>/g)].map(([, tag = '']) => tag).toSorted();
    const closed = [...text.matchAll(/<\/(\w+)>/g)].map(([, tag = '']) => tag).toSorted();
    expect(opened).toEqual(closed);
    expect(text).toContain('Licence agreement for Workplace');
  });

  test('may be the company’s own', () => {
    const eula = '<p>Ours.</p>';
    expect(eulaOf({ eula })).toBe(eula);
  });
});
