import { describe, expect, test } from 'vitest';
import { readS3Settings } from './s3-settings.ts';

const COMPLETE = {
  VESTIBULE_S3_ENDPOINT: 'https://s3.example.com',
  VESTIBULE_S3_BUCKET: 'vestibule-evidence',
  VESTIBULE_S3_REGION: 'eu-central-1',
  VESTIBULE_S3_KEY_ID: 'AKIAEXAMPLE',
  VESTIBULE_S3_SECRET: 'abc/def+ghi',
};

function problemsOf(changes: Record<string, string | undefined>): string[] {
  const read = readS3Settings({ ...COMPLETE, ...changes });
  return read.ok ? [] : read.problems;
}

describe('the settings of the object store', () => {
  test('none at all: evidence stays in the data folder', () => {
    expect(readS3Settings({ PATH: '/bin' })).toEqual({ ok: true, settings: null });
    expect(readS3Settings({ VESTIBULE_S3_ENDPOINT: '', VESTIBULE_S3_BUCKET: '' })).toEqual({
      ok: true,
      settings: null,
    });
  });

  test('all of them', () => {
    expect(readS3Settings(COMPLETE)).toEqual({
      ok: true,
      settings: {
        endpoint: 'https://s3.example.com',
        bucket: 'vestibule-evidence',
        region: 'eu-central-1',
        keyId: 'AKIAEXAMPLE',
        secret: 'abc/def+ghi',
      },
    });
    const withoutRegion = readS3Settings({ ...COMPLETE, VESTIBULE_S3_REGION: undefined });
    expect(withoutRegion).toMatchObject({ settings: { region: 'us-east-1' } });
  });

  test('some of them: one sentence for each that is missing', () => {
    const read = readS3Settings({ VESTIBULE_S3_BUCKET: 'vestibule-evidence' });
    expect(read.ok ? [] : read.problems.map((problem) => problem.split(':')[0])).toEqual([
      'VESTIBULE_S3_ENDPOINT is not set',
      'VESTIBULE_S3_KEY_ID is not set',
      'VESTIBULE_S3_SECRET is not set',
    ]);
  });

  test('missing and wrong ones are told together, once each', () => {
    expect(problemsOf({ VESTIBULE_S3_SECRET: undefined, VESTIBULE_S3_BUCKET: 'Not A Bucket' })).toEqual([
      expect.stringMatching(/^VESTIBULE_S3_SECRET is not set/),
      expect.stringMatching(/^VESTIBULE_S3_BUCKET is not the name of a bucket/),
    ]);
  });

  test.each([
    ['VESTIBULE_S3_ENDPOINT', 's3.example.com', 'is not an address'],
    ['VESTIBULE_S3_ENDPOINT', 'ftp://s3.example.com', 'is not an address'],
    ['VESTIBULE_S3_ENDPOINT', 'https://s3.example.com/vestibule-evidence', 'has more than a host'],
    ['VESTIBULE_S3_ENDPOINT', 'https://me:secret@s3.example.com', 'has more than a host'],
    ['VESTIBULE_S3_ENDPOINT', 'http://s3.example.com', 'must begin with https://'],
    ['VESTIBULE_S3_ENDPOINT', 'http://10.0.0.7:9000', 'must begin with https://'],
    ['VESTIBULE_S3_BUCKET', 'UPPER', 'is not the name of a bucket'],
    ['VESTIBULE_S3_BUCKET', '../other', 'is not the name of a bucket'],
    ['VESTIBULE_S3_REGION', 'eu central', 'is not a region'],
    ['VESTIBULE_S3_KEY_ID', 'two words', 'is not an access key id'],
    ['VESTIBULE_S3_SECRET', 'line\nbreak', 'is not a secret access key'],
  ])('%s=%j is refused in one sentence, which repeats no value', (name, value, sentence) => {
    const problems = problemsOf({ [name]: value });
    expect(problems).toEqual([expect.stringMatching(new RegExp(`^${name} ${sentence}`))]);
    expect(problems.join(' ')).not.toContain(value);
  });

  test.each(['http://localhost:9000', 'http://127.0.0.1:9000', 'http://[::1]:9000', 'http://minio:9000'])(
    '%s is near enough for plain http',
    (endpoint) => {
      expect(problemsOf({ VESTIBULE_S3_ENDPOINT: endpoint })).toEqual([]);
    },
  );
});
