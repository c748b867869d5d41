import type { ListeningPlace } from '@vestibule/checks';

/** A server that speaks first does so at once, but on a computer that is busy; nothing is far away here. */
const WAIT_MS = 400;
/** What comes after the first bytes is said a moment later, or never. */
const REST_MS = 40;
const MAXIMUM_BYTES = 512;
/** However slowly it goes on. */
const LONGEST_MS = 800;

/** Connects to a program of this computer, and takes what it says within a moment. @returns '' for nothing, or no answer */
export async function hear({ address, port, say }: ListeningPlace): Promise<string> {
  const { createConnection } = await import('node:net');
  return new Promise((resolve) => {
    const socket = createConnection({ host: address, port });
    let heard = Buffer.alloc(0);
    const finish = () => {
      clearTimeout(timer);
      clearTimeout(limit);
      socket.destroy();
      // Bytes as they are: telnet begins with some that are no text.
      resolve(heard.subarray(0, MAXIMUM_BYTES).toString('latin1'));
    };
    let timer = setTimeout(finish, WAIT_MS);
    const limit = setTimeout(finish, LONGEST_MS);
    socket.on('connect', () => {
      if (say !== undefined) socket.write(say);
    });
    socket.on('data', (chunk: Buffer) => {
      heard = Buffer.concat([heard, chunk]);
      clearTimeout(timer);
      if (heard.length >= MAXIMUM_BYTES) finish();
      else timer = setTimeout(finish, REST_MS);
    });
    socket.once('end', finish);
    socket.once('error', finish);
  });
}
