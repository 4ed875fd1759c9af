import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.ts';

const nanosecond = 1e-9;
const millisecond = 1e-3;

/** Calls by name and status, how long they took, and how busy the process is. */
export function addHttpFigures(app: FastifyInstance, metrics: Metrics): void {
  const requests = metrics.counter('http_requests_total', 'Answers by call and status.');
  const seconds = metrics.histogram('http_request_seconds', 'From the request to the end of its answer.');
  app.addHook('onResponse', (request, reply, done) => {
    const call = request.routeOptions.config.route?.call.path ?? 'other';
    requests.add({ call, status: String(reply.statusCode) });
    seconds.observe(reply.elapsedTime * millisecond, { call });
    done();
  });
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  app.addHook('onClose', (_, done) => {
    delay.disable();
    done();
  });
  metrics.gauge('event_loop_delay_p99_seconds', 'Delay of the event loop since the last look.', () => {
    const p99 = delay.percentile(99) * nanosecond;
    delay.reset();
    return p99;
  });
  metrics.gauge('process_resident_bytes', 'Memory of the process.', () => process.memoryUsage.rss());
  metrics.gauge('process_uptime_seconds', 'Since the start of the process.', () => process.uptime());
}
