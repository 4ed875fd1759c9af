import type { FastifyInstance } from 'fastify';
import type { App, AppDeps } from '#assembly/app-deps.ts';
import { closeLinesWhen } from '#http/client-lines.ts';
import { addHealth, type Health } from '#http/figures/health.ts';
import { addHttpFigures } from '#http/figures/http-figures.ts';
import type { Metrics } from '#http/figures/metrics.ts';
import { productVersion } from '#settings/product-version.ts';
import { addFigures } from './figures.ts';

interface WatchingDeps extends AppDeps {
  readonly metrics: Metrics;
  readonly health: () => Promise<Health>;
}

/** What tells operators and balancers how the server is. */
export function addWatching(
  app: FastifyInstance,
  deps: WatchingDeps,
  parts: Pick<App, 'identity' | 'reporting' | 'snapshots'>,
): void {
  const { metrics, health } = deps;
  addHttpFigures(app, metrics);
  addFigures(metrics, { ...deps, version: productVersion() }, parts);
  closeLinesWhen(app, () => parts.reporting.hub.isLeaving);
  addHealth(app, { metrics, health, metricsToken: deps.settings.metricsToken });
}
