import { once } from 'node:events';
import { createServer } from 'node:http';
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import { inTime } from './in-time.ts';
import type { MetricName, Metrics, MetricsAddress, Read } from './metrics.ts';
import { METRICS } from './metrics.ts';

/** From what no one notices to what no one waits for. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Applications and calls are few; past that the SDK puts what is new into one series of its own. */
const SERIES_MAXIMUM = 2000;
const REQUEST_MS = 10_000;
/** A scrape waits no longer for what is read. */
const READ_MS = 2000;

/**
 * Counts, and answers `GET /metrics` for Prometheus at an address of its own, without a credential.
 * @throws what listening on a busy port throws
 */
export async function openMetrics(address: MetricsAddress): Promise<{ metrics: Metrics; close(): Promise<void> }> {
  const exporter = new PrometheusExporter({
    preventServerStart: true,
    withoutScopeInfo: true,
    withoutTargetInfo: true,
  });
  const provider = new MeterProvider({
    readers: [exporter],
    views: [{ instrumentName: '*', aggregationCardinalityLimit: SERIES_MAXIMUM }],
  });
  const meter = provider.getMeter('vestibule');
  const counter = (name: MetricName) => meter.createCounter(name, { description: METRICS[name].help });
  const signIns = counter('vestibule_sign_ins_total');
  const verdicts = counter('vestibule_verdicts_total');
  const refusals = counter('vestibule_refusals_total');
  const calls = meter.createHistogram('vestibule_call_seconds', {
    description: METRICS.vestibule_call_seconds.help,
    advice: { explicitBucketBoundaries: SECONDS },
  });
  const metrics: Metrics = {
    signIn: (labels) => signIns.add(1, labels),
    verdict: (labels) => verdicts.add(1, labels),
    refusal: (code) => refusals.add(1, { code }),
    call: (labels, seconds) => calls.record(seconds, labels),
    watch<Name extends MetricName>(name: Name, read: Read<Name>) {
      const { help, kind } = METRICS[name];
      const options = { description: help };
      const watched =
        kind === 'counter' ? meter.createObservableCounter(name, options) : meter.createObservableGauge(name, options);
      watched.addCallback(async (result) => {
        const readings = await inTime((async () => read())(), READ_MS);
        for (const { value, labels } of readings ?? []) result.observe(value, labels);
      });
    },
  };
  const server = createServer({ requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS }, (request, response) => {
    if (request.method === 'GET' && request.url === '/metrics') exporter.getMetricsRequestHandler(request, response);
    else response.writeHead(404).end();
  });
  // Several processes of a server would else share the first one's.
  server.listen({ ...address, exclusive: true });
  await once(server, 'listening');
  return {
    metrics,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      await provider.shutdown();
    },
  };
}
