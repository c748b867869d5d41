import type { ChildProcessWithoutNullStreams } from 'node:child_process';

type Answers = Map<string, { readonly resolve: () => void; readonly reject: (error: Error) => void }>;

function answersOf(child: ChildProcessWithoutNullStreams): Answers {
  const waiting: Answers = new Map();
  let received = Buffer.alloc(0);
  child.stdout.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    while (received.length >= 4 && received.length >= 4 + received.readUInt32LE(0)) {
      const end = 4 + received.readUInt32LE(0);
      const message = JSON.parse(received.subarray(4, end).toString()) as { id?: string; ok?: boolean };
      received = received.subarray(end);
      const settle = waiting.get(message.id ?? '');
      if (message.ok === true) settle?.resolve();
      else if (message.ok === false) settle?.reject(new Error(JSON.stringify(message)));
    }
  });
  return waiting;
}

/**
 * Speaks with a client as a browser does: four bytes of length, then JSON.
 * @returns asks for one thing, and is told when it is answered
 */
export function talkTo(child: ChildProcessWithoutNullStreams, origin: string): (type: string) => Promise<void> {
  const answers = answersOf(child);
  let asked = 0;
  return (type) => {
    const id = String(++asked);
    const sentAt = new Date().toISOString();
    const message = { v: 1, id, type, payload: {}, sentAt, correlationId: 'bench', origin };
    const body = Buffer.from(JSON.stringify(message));
    const length = Buffer.alloc(4);
    length.writeUInt32LE(body.length);
    const answered = new Promise<void>((resolve, reject) => answers.set(id, { resolve, reject }));
    child.stdin.write(Buffer.concat([length, body]));
    return answered;
  };
}
