import type { FastifyInstance } from 'fastify';
import { addLoopFigures } from './loop-figures.ts';
import type { Metrics } from './metrics.ts';

const millisecond = 1e-3;

/** Calls by name and status, how long they took, and how busy the process is. */
export function addHttpFigures(app: FastifyInstance, metrics: Metrics): void {
  const requests = metrics.counter('http_requests_total', 'Responses by call and status.');
  const seconds = metrics.histogram('http_request_seconds', 'Time from request to end of response.');
  app.addHook('onResponse', (request, reply, done) => {
    const call = request.routeOptions.config.route?.call.path ?? 'other';
    requests.add({ call, status: String(reply.statusCode) });
    seconds.observe(reply.elapsedTime * millisecond, { call });
    done();
  });
  addLoopFigures(app, metrics);
  metrics.gauge('process_resident_bytes', 'Memory of the process.', () => process.memoryUsage.rss());
  metrics.gauge('process_uptime_seconds', 'Time since the process started.', () => process.uptime());
}
