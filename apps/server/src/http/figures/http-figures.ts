import type { Call } from '@sheetwire/contract/call';
import {
  publishCells,
  publishRemove,
  publishReport,
  publishValues,
  publishWorkbook,
} from '@sheetwire/contract/publish';
import type { FastifyInstance } from 'fastify';
import { probes } from './health.ts';
import { addLoopFigures } from './loop-figures.ts';
import type { Metrics } from './metrics.ts';

const millisecond = 1e-3;
const microsecond = 1e-6;

/** The calls that make versions, by the word that tells them apart. */
const publishes = new Map<Call, string>([
  [publishReport, 'report'],
  [publishCells, 'cells'],
  [publishWorkbook, 'workbook'],
  [publishValues, 'values'],
  [publishRemove, 'remove'],
]);

/** Calls by name and status, how long they took, publishes to their acknowledgement, and how busy the process is. */
export function addHttpFigures(app: FastifyInstance, metrics: Metrics): void {
  const requests = metrics.counter('http_requests_total', 'Responses by call and status, without those to probes.');
  const seconds = metrics.histogram('http_request_duration_seconds', 'Time from request to end of response.');
  const acknowledged = metrics.histogram(
    'publish_to_ack_duration_seconds',
    'Time from the request of a publish to its acknowledgement.',
  );
  for (const publish of publishes.values()) acknowledged.begin({ publish });
  app.addHook('onResponse', (request, reply, done) => {
    // They come every few seconds, and are answered 503 by a server that stops: nobody's call has failed.
    if (probes.has(request.routeOptions.url ?? '')) {
      done();
      return;
    }
    const made = request.routeOptions.config.route?.call;
    const call = made?.path ?? 'other';
    const took = reply.elapsedTime * millisecond;
    requests.add({ call, status: String(reply.statusCode) });
    seconds.observe(took, { call });
    const publish = made && publishes.get(made);
    if (publish !== undefined && reply.statusCode === 200) acknowledged.observe(took, { publish });
    done();
  });
  addLoopFigures(app, metrics);
  addProcessFigures(metrics);
}

function addProcessFigures(metrics: Metrics): void {
  const started = Date.now() * millisecond - process.uptime();
  metrics.gauge('process_resident_memory_bytes', 'Memory of the process.', () => process.memoryUsage.rss());
  metrics.gauge('process_start_time_seconds', 'Start of the process, in seconds since 1970.', () => started);
  metrics.counted('process_cpu_seconds_total', 'Processor time used by the process.', () => {
    const { user, system } = process.cpuUsage();
    return (user + system) * microsecond;
  });
}
