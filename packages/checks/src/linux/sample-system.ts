import * as z from 'zod/mini';
import { createFakeSystem, type FakeSystem, type FakeSystemOptions } from '../fake-system.ts';
import { readSample } from '../samples.ts';
import { UNAVAILABLE_REASONS } from '@vestibule/contracts';

const failureSchema = z.object({
  ok: z.literal(false),
  reason: z.enum([...UNAVAILABLE_REASONS, 'missing']),
  detail: z.string(),
});

const answerSchema = z.union([
  z.string(),
  failureSchema,
  z.object({ code: z.int(), stdout: z.optional(z.string()), stderr: z.optional(z.string()) }),
]);

/** A computer as one reader saw it: what it ran and read, and what came back. */
const sampleSchema = z.strictObject({
  /** Where it comes from, in a sentence: recorded on a real system, or written after published descriptions. */
  origin: z.string().check(z.minLength(20)),
  environment: z._default(z.record(z.string(), z.string()), {}),
  files: z._default(z.record(z.string(), z.union([z.string(), failureSchema])), {}),
  commands: z._default(z.record(z.string(), answerSchema), {}),
});

/** The Linux computer of a file in `samples/linux` next to a test, whose desktop is `nadia`'s (1001). */
export function createSampleLinux(folder: string, name: string): FakeSystem {
  return parseSampleLinux(readSample(folder, `${name}.json`));
}

/** @param change what becomes of each text before it is read, for tests that mangle them */
export function parseSampleLinux(text: string, change: (text: string) => string = (same) => same): FakeSystem {
  const { environment, files, commands } = sampleSchema.parse(JSON.parse(text));
  const changed = <Value>(value: Value) => (typeof value === 'string' ? change(value) : value);
  const changedAnswer = (answer: z.infer<typeof answerSchema>) =>
    typeof answer === 'string' || 'ok' in answer
      ? changed(answer)
      : { code: answer.code, stdout: change(answer.stdout ?? ''), stderr: change(answer.stderr ?? '') };
  const table: NonNullable<FakeSystemOptions['commands']> = Object.fromEntries(
    Object.entries(commands).map(([line, answer]) => [line, changedAnswer(answer)] as const),
  );
  return createFakeSystem({
    user: { id: 1001, name: 'nadia', home: '/home/nadia' },
    environment,
    files: Object.fromEntries(Object.entries(files).map(([path, content]) => [path, changed(content)])),
    commands: table,
  });
}
