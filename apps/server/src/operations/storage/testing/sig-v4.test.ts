import { describe, expect, test } from 'vitest';
import { findSignatureProblem, type SignedRequest } from './sig-v4.ts';

/**
 * The examples of the Amazon S3 API Reference, "Signature Calculations for the Authorization Header" and "Authenticating
 * Requests: Using Query Parameters": the same keys, moments and signatures as printed there.
 */
const CREDENTIALS = {
  keyId: 'AKIAIOSFODNN7EXAMPLE',
  secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};
const NOW = new Date('2013-05-24T00:00:00Z');
const HOST = 'examplebucket.s3.amazonaws.com';
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const SCOPE = 'AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request';

function example(signedHeaders: string, signature: string, changes: Partial<SignedRequest>): SignedRequest {
  return {
    method: 'GET',
    target: '/test.txt',
    body: new Uint8Array(),
    ...changes,
    headers: {
      host: HOST,
      'x-amz-content-sha256': EMPTY,
      'x-amz-date': '20130524T000000Z',
      authorization: `AWS4-HMAC-SHA256 Credential=${SCOPE},SignedHeaders=${signedHeaders},Signature=${signature}`,
      ...changes.headers,
    },
  };
}

const EXAMPLES = {
  'GET object': example(
    'host;range;x-amz-content-sha256;x-amz-date',
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    { headers: { range: 'bytes=0-9' } },
  ),
  'PUT object': example(
    'date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class',
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    {
      method: 'PUT',
      target: '/test%24file.text',
      body: Buffer.from('Welcome to Amazon S3.'),
      headers: {
        date: 'Fri, 24 May 2013 00:00:00 GMT',
        'x-amz-storage-class': 'REDUCED_REDUNDANCY',
        'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
      },
    },
  ),
  'GET bucket lifecycle': example(
    'host;x-amz-content-sha256;x-amz-date',
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    { target: '/?lifecycle' },
  ),
  'GET bucket (list objects)': example(
    'host;x-amz-content-sha256;x-amz-date',
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    { target: '/?max-keys=2&prefix=J' },
  ),
  'presigned GET': {
    method: 'GET',
    target: `/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=${SCOPE.replaceAll('/', '%2F')}&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404`,
    headers: { host: HOST },
    body: new Uint8Array(),
  },
} satisfies Record<string, SignedRequest>;

describe('the verifier that the S3 tests stand on', () => {
  test.each(Object.entries(EXAMPLES))('takes the published example: %s', (_, request) => {
    expect(findSignatureProblem(request, CREDENTIALS, NOW)).toBeNull();
  });

  test.each([
    ['another path', { target: '/other.txt' }, 'SignatureDoesNotMatch'],
    ['another method', { method: 'DELETE' }, 'SignatureDoesNotMatch'],
    ['another range', { headers: { range: 'bytes=0-99' } }, 'SignatureDoesNotMatch'],
    ['a body that was swapped', { body: Buffer.from('x') }, 'XAmzContentSHA256Mismatch'],
    ['a header that S3 obeys, added on the way', { headers: { 'x-amz-acl': 'public-read' } }, 'AccessDenied'],
    ['no signature', { headers: { authorization: '' } }, 'AccessDenied'],
  ] as const)('refuses %s', (_, changes, problem) => {
    const request = EXAMPLES['GET object'];
    const changed = {
      ...request,
      ...changes,
      headers: { ...request.headers, ...('headers' in changes ? changes.headers : {}) },
    };
    expect(findSignatureProblem(changed, CREDENTIALS, NOW)).toBe(problem);
  });

  test('refuses another secret, region and time', () => {
    const request = EXAMPLES['GET object'];
    expect(findSignatureProblem(request, { ...CREDENTIALS, secret: 'x' }, NOW)).toBe('SignatureDoesNotMatch');
    expect(findSignatureProblem(request, { ...CREDENTIALS, region: 'eu-central-1' }, NOW)).toBe(
      'AuthorizationHeaderMalformed',
    );
    expect(findSignatureProblem(request, CREDENTIALS, new Date('2013-05-24T01:00:00Z'))).toBe('RequestTimeTooSkewed');
    expect(findSignatureProblem(EXAMPLES['presigned GET'], CREDENTIALS, new Date('2013-05-25T00:00:01Z'))).toBe(
      'AccessDenied',
    );
  });
});
