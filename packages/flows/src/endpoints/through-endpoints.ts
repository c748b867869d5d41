import type { Endpoint } from '@vestibule/contracts';
import type { CallBody, CallInput, CallResult, PortalCallName, ServerPort } from '../ports.ts';
import type { EndpointsActor } from './endpoints.ts';

/**
 * Calls that any device endpoint answers: those with an access token. The SAML response goes to the page's own origin
 * with the session cookie, and everything that is no device call as well.
 */
const DEVICE_CALLS: ReadonlySet<PortalCallName> = new Set<PortalCallName>([
  'checkResult',
  'confirmRestrictedSession',
  'createRestrictedSession',
  'createSession',
  'fixGrant',
  'uploadUrl',
]);

/**
 * The server by way of its device endpoints: a device call that gets no answer, or a server error, is made again at the
 * next one, each at most once. A report whose upload fails moves on as well; it is then collected again for an address
 * of the next endpoint.
 */
export function throughEndpoints(server: ServerPort, actor: EndpointsActor): ServerPort {
  const active = (): Endpoint | undefined => {
    const { endpoints, activeEndpoint } = actor.getSnapshot().context;
    return endpoints[activeEndpoint];
  };
  return {
    async call<N extends PortalCallName>(name: N, input: CallInput<N>): Promise<CallResult<CallBody<N>>> {
      if (!DEVICE_CALLS.has(name)) return server.call(name, input);
      const tries = Math.max(actor.getSnapshot().context.endpoints.length, 1);
      for (let attempt = 1; ; attempt += 1) {
        const endpoint = active();
        const result = await server.call(name, endpoint === undefined ? input : { ...input, endpoint: endpoint.url });
        if (result.kind !== 'unreachable' || endpoint === undefined) return result;
        actor.send({ type: 'endpoint.failed', id: endpoint.id });
        if (attempt >= tries) return result;
      }
    },
    async upload(address, text) {
      const result = await server.upload(address, text);
      const endpoint = active();
      const isOfActive = endpoint !== undefined && address.startsWith(`${endpoint.url}/`);
      if (result.kind === 'unreachable' && isOfActive) actor.send({ type: 'endpoint.failed', id: endpoint.id });
      return result;
    },
    tabCode: server.tabCode,
    clockOffsetMs: () => server.clockOffsetMs(),
  };
}
