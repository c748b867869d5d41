import type { ClientPort, MemoryPort } from '@vestibule/flows';

/**
 * The client, with its name remembered by this browser as soon as it has said it: from then on a client that is silent is
 * one that stopped, not one that was never there.
 */
export function rememberComputer(client: ClientPort, memory: MemoryPort): ClientPort {
  return {
    ...client,
    async send(type, request) {
      const result = await client.send(type, request);
      if (type === 'get-device-name' && result.kind === 'answer') keepName(result.answer, memory);
      return result;
    },
  };
}

function keepName(answer: object, memory: MemoryPort): void {
  if ('deviceName' in answer && typeof answer.deviceName === 'string') memory.write('deviceName', answer.deviceName);
}
