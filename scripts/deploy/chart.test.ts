import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { root } from '../steps.ts';
import { GoTemplates } from './testing/go-template.ts';
import { type Made, renderChart } from './testing/render-chart.ts';

const publicUrl = 'https://reports.acme.example';
const one = { publicUrl, replicas: 1 };
const several = {
  publicUrl,
  database: { existingSecret: 'database' },
  secretKey: { existingSecret: 'own-key' },
};
const everything = {
  ...several,
  bus: { url: 'nats://bus' },
  tracing: { endpoint: 'http://collector:4318' },
  superAdmins: ['ACME/ann', 'ACME/bob'],
  extraEnv: { SHEETWIRE_LOG_LEVEL: 'warn' },
  extraEnvFrom: [{ secretRef: { name: 'mail' } }],
  trustedProxies: ['10.42.0.0/16'],
  ingress: {
    enabled: true,
    annotations: { 'nginx.ingress.kubernetes.io/proxy-body-size': '256m', own: 'yes' },
    tlsSecret: 'tls',
  },
  autoscaling: { enabled: true },
  metrics: { existingSecret: 'figures', serviceMonitor: true },
  networkPolicy: { from: [{ namespaceSelector: {} }] },
  test: { existingSecret: 'bot', topic: 'ACME/TRY/OUT' },
  imagePullSecrets: [{ name: 'pull' }],
  nodeSelector: { disk: 'ssd' },
  tolerations: [{ key: 'a', operator: 'Exists' }],
  affinity: { nodeAffinity: {} },
  podAnnotations: { a: 'b' },
};

const kinds = (things: readonly Made[]) => things.map(({ kind }) => kind).toSorted();

function only(things: readonly Made[], kind: string): unknown {
  const found = things.filter((thing) => thing.kind === kind);
  expect(found, kind).toHaveLength(1);
  return found[0]?.body;
}

const secure = z.strictObject({
  allowPrivilegeEscalation: z.literal(false),
  readOnlyRootFilesystem: z.literal(true),
  capabilities: z.strictObject({ drop: z.tuple([z.literal('ALL')]) }),
});
const probe = z.looseObject({
  httpGet: z.strictObject({ path: z.string(), port: z.literal('http') }),
  periodSeconds: z.int(),
  failureThreshold: z.int(),
});
const variable = z.union([
  z.strictObject({ name: z.string(), value: z.string() }),
  z.strictObject({
    name: z.string(),
    valueFrom: z.strictObject({ secretKeyRef: z.strictObject({ name: z.string(), key: z.string() }) }),
  }),
]);
const podSecurity = z.looseObject({
  runAsNonRoot: z.literal(true),
  runAsUser: z.literal(10001),
  seccompProfile: z.strictObject({ type: z.literal('RuntimeDefault') }),
});
const labels = z.record(z.string(), z.string());
const deployment = z.object({
  spec: z.object({
    replicas: z.optional(z.int()),
    minReadySeconds: z.int(),
    strategy: z.looseObject({ type: z.string() }),
    selector: z.strictObject({ matchLabels: labels }),
    template: z.object({
      metadata: z.object({ labels }),
      spec: z.object({
        automountServiceAccountToken: z.literal(false),
        terminationGracePeriodSeconds: z.int(),
        securityContext: podSecurity,
        topologySpreadConstraints: z.array(z.looseObject({ topologyKey: z.string() })),
        containers: z.tuple([
          z.object({
            image: z.string(),
            securityContext: secure,
            env: z.array(variable),
            startupProbe: probe,
            readinessProbe: probe,
            livenessProbe: probe,
            volumeMounts: z.array(z.strictObject({ name: z.string(), mountPath: z.string() })),
          }),
        ]),
        volumes: z.array(z.looseObject({ name: z.string() })),
      }),
    }),
  }),
});

function deployed(given: Readonly<Record<string, unknown>>, running?: unknown) {
  return deployment.parse(only(renderChart(given, running), 'Deployment')).spec;
}

/** A deployment as the cluster has it. */
const ofImage = (image: string) => ({ spec: { template: { spec: { containers: [{ name: 'portal', image }] } } } });

test('the embedded store gets one server on a volume that it keeps, replaced and not doubled', () => {
  const things = renderChart(one);
  expect(kinds(things)).toEqual(['Deployment', 'NetworkPolicy', 'PersistentVolumeClaim', 'Pod', 'Service']);
  const spec = deployed(one);
  expect([spec.replicas, spec.strategy]).toEqual([1, { type: 'Recreate' }]);
  expect(spec.template.spec.volumes).toContainEqual({ name: 'data', persistentVolumeClaim: { claimName: 'reports' } });
});

test('servers of one database are replaced one after another while their image stays, none before the next is ready', () => {
  const things = renderChart(several);
  expect(kinds(things)).toEqual(['Deployment', 'NetworkPolicy', 'Pod', 'PodDisruptionBudget', 'Service']);
  const spec = deployed({ ...several, image: { tag: '1.2.3' } }, ofImage('sheetwire:1.2.3'));
  expect(spec.strategy).toEqual({ type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } });
  expect([spec.replicas, spec.minReadySeconds]).toEqual([2, 10]);
  expect(spec.template.spec.terminationGracePeriodSeconds).toBe(25);
  expect(spec.template.spec.topologySpreadConstraints.map(({ topologyKey }) => topologyKey)).toEqual([
    'kubernetes.io/hostname',
    'topology.kubernetes.io/zone',
  ]);
  const [portal] = spec.template.spec.containers;
  expect([portal.startupProbe, portal.readinessProbe, portal.livenessProbe].map(({ httpGet }) => httpGet.path)).toEqual(
    ['/healthz', '/readyz', '/healthz'],
  );
  expect(portal.env.filter((one) => 'valueFrom' in one).map(({ name }) => name)).toEqual([
    'SHEETWIRE_DATABASE_URL',
    'SHEETWIRE_SECRET_KEY',
  ]);
});

test('a server that upgrades a large store for an hour is not ended for it, one that hangs later is', () => {
  const [{ startupProbe, livenessProbe }] = deployed(several).template.spec.containers;
  expect(startupProbe.periodSeconds * startupProbe.failureThreshold).toBeGreaterThanOrEqual(3600);
  expect(livenessProbe.periodSeconds * livenessProbe.failureThreshold).toBe(60);
});

test('servers of another version go before the new ones come, also where nobody says what runs', () => {
  const given = { ...several, image: { tag: '1.2.4' } };
  expect(deployed(given, ofImage('sheetwire:1.2.3')).strategy).toEqual({ type: 'Recreate' });
  expect(deployed(given).strategy).toEqual({ type: 'Recreate' });
});

test('an image that changes nothing in the store comes pod by pod if one says so, and no pod meets another if one says that', () => {
  const rolling = { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } };
  const [other, same] = [ofImage('sheetwire:1.2.3'), ofImage('sheetwire:1.2.4')];
  const given = { ...several, image: { tag: '1.2.4' } };
  for (const running of [other, same, undefined]) {
    expect(deployed({ ...given, strategy: 'rolling' }, running).strategy).toEqual(rolling);
    expect(deployed({ ...given, strategy: 'recreate' }, running).strategy).toEqual({ type: 'Recreate' });
  }
});

test('nodes can be drained: a pod at a time leaves, also the only one', () => {
  for (const replicas of [1, 2, 5]) {
    const budget = only(renderChart({ ...several, replicas }), 'PodDisruptionBudget');
    expect(budget).toMatchObject({ spec: { maxUnavailable: 1 } });
    expect(budget).not.toHaveProperty('spec.minAvailable');
  }
});

test('the pod of helm test is let in whoever else is named, and is none of those that serve', () => {
  const things = renderChart(everything);
  const { metadata } = z.object({ metadata: z.object({ labels }) }).parse(only(things, 'Pod'));
  const peer = z.looseObject({ podSelector: z.optional(z.object({ matchLabels: labels })) });
  const policy = z.object({ spec: z.object({ ingress: z.tuple([z.looseObject({ from: z.array(peer) })]) }) });
  const [{ from }] = policy.parse(only(things, 'NetworkPolicy')).spec.ingress;
  expect(from[0]).toEqual({ namespaceSelector: {} });
  const letIn = from.flatMap(({ podSelector }) => (podSelector ? [podSelector.matchLabels] : []));
  expect(letIn).toHaveLength(1);
  expect(metadata.labels).toMatchObject(letIn[0] ?? {});
  expect(metadata.labels).not.toMatchObject(deployed(everything).selector.matchLabels);
  // Everybody, so that one peer alone would shut all others out.
  expect(only(renderChart(several), 'NetworkPolicy')).not.toHaveProperty('spec.ingress.0.from');
});

test('no proxy is trusted that nobody named', () => {
  const names = deployed(several).template.spec.containers[0].env.map(({ name }) => name);
  expect(names).not.toContain('SHEETWIRE_TRUSTED_PROXIES');
  expect(deployed(everything).template.spec.containers[0].env).toContainEqual({
    name: 'SHEETWIRE_TRUSTED_PROXIES',
    value: '10.42.0.0/16',
  });
});

test.each([
  ['two servers on the embedded store', { publicUrl, replicas: 2 }],
  ['scaling the embedded store', { ...one, autoscaling: { enabled: true } }],
  ['a second server on the embedded store for a moment', { ...one, strategy: 'rolling' }],
  ['pods replaced in another way', { ...several, strategy: 'Recreate' }],
  [
    'more servers at least than at most',
    { ...several, autoscaling: { enabled: true, minReplicas: 9, maxReplicas: 8 } },
  ],
  ['servers of one database without the key that they share', { publicUrl, database: { existingSecret: 'database' } }],
  ['an ingress without the network of its controller', { ...several, ingress: { enabled: true } }],
  ['figures for Prometheus that it may not read', { ...several, metrics: { serviceMonitor: true } }],
  ['no address', { replicas: 1 }],
  ['plain http', { ...one, publicUrl: 'http://reports.acme.example' }],
  ['a value that is misspelt', { ...one, replica: 1 }],
  ['a value that is misspelt further in', { ...one, ingress: { enable: true } }],
  ['a variable that is no setting', { ...one, extraEnv: { PATH: '/' } }],
  ['a variable that the chart sets', { ...one, extraEnv: { SHEETWIRE_PUBLIC_URL: publicUrl } }],
  ['an address that is none', { ...one, publicUrl: 'https://a b?x#y' }],
  ['a host that is none', { ...one, ingress: { host: 'reports.acme.example:8443' } }],
])('values are refused that ask for %s', (_, given) => {
  expect(() => renderChart(given)).toThrow();
});

test('an ingress of an address with a port goes by its name', () => {
  const { spec } = z
    .object({
      spec: z.object({
        tls: z.array(z.object({ hosts: z.array(z.string()) })),
        rules: z.array(z.object({ host: z.string() })),
      }),
    })
    .parse(only(renderChart({ ...everything, publicUrl: `${publicUrl}:8443` }), 'Ingress'));
  expect([spec.tls[0]?.hosts, spec.rules[0]?.host]).toEqual([['reports.acme.example'], 'reports.acme.example']);
});

test('with everything switched on each selector finds the pods, each variable is set once and the host is in its ingress', () => {
  const things = renderChart(everything);
  expect(kinds(things)).toEqual([
    'Deployment',
    'HorizontalPodAutoscaler',
    'Ingress',
    'NetworkPolicy',
    'Pod',
    'PodDisruptionBudget',
    'Service',
    'ServiceMonitor',
  ]);
  const spec = deployed(everything);
  expect(spec.replicas).toBeUndefined();
  expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels);
  const [{ env }] = spec.template.spec.containers;
  expect(new Set(env.map(({ name }) => name)).size).toBe(env.length);
  expect(env).toContainEqual({ name: 'SHEETWIRE_SUPER_ADMINS', value: 'ACME/ann,ACME/bob' });
  expect(env).toContainEqual({ name: 'OTEL_EXPORTER_OTLP_ENDPOINT', value: 'http://collector:4318' });
  const service = z.object({ spec: z.object({ selector: labels }) }).parse(only(things, 'Service')).spec;
  expect(spec.template.metadata.labels).toMatchObject(service.selector);
  const ingress = z
    .object({ metadata: z.object({ annotations: labels }), spec: z.looseObject({ rules: z.array(z.looseObject({})) }) })
    .parse(only(things, 'Ingress'));
  expect(ingress.metadata.annotations).toEqual({
    'nginx.ingress.kubernetes.io/proxy-buffering': 'off',
    'nginx.ingress.kubernetes.io/proxy-request-buffering': 'off',
    'nginx.ingress.kubernetes.io/proxy-read-timeout': '120',
    'nginx.ingress.kubernetes.io/proxy-body-size': '256m',
    own: 'yes',
  });
  expect(ingress.spec).toMatchObject({
    tls: [{ hosts: ['reports.acme.example'], secretName: 'tls' }],
    rules: [{ host: 'reports.acme.example' }],
  });
  expect(only(things, 'HorizontalPodAutoscaler')).toMatchObject({
    spec: {
      metrics: [
        { type: 'Resource', resource: { name: 'cpu' } },
        { type: 'Pods', pods: { metric: { name: 'sheetwire_live_streams' }, target: { averageValue: '8000' } } },
      ],
    },
  });
});

test('every pod runs as nobody in particular, on a root that it cannot write', () => {
  const pod = z.object({
    spec: z.object({ securityContext: podSecurity, containers: z.tuple([z.object({ securityContext: secure })]) }),
  });
  expect(pod.safeParse(only(renderChart(everything), 'Pod')).error).toBeUndefined();
  expect(deployment.safeParse(only(renderChart(everything), 'Deployment')).error).toBeUndefined();
});

test('the settings of the chart are settings of the portal', () => {
  const known = readFileSync(join(root, 'apps/server/src/settings/settings.ts'), 'utf8');
  const [{ env }] = deployed(everything).template.spec.containers;
  const own = env.filter(({ name }) => name.startsWith('SHEETWIRE_'));
  const unknown = own.filter(({ name }) => !known.includes(`  ${name.replace('SHEETWIRE_', '')}: `));
  expect(unknown).toEqual([]);
});

test('files that settings name are mounted from volumes that are named, beside those of the chart', () => {
  const files = { name: 'files', secret: { secretName: 'sheetwire-files', defaultMode: 0o440 } };
  const mount = { name: 'files', mountPath: '/etc/sheetwire' };
  const given = {
    ...several,
    extraVolumes: [files],
    extraVolumeMounts: [mount],
    extraEnv: {
      SHEETWIRE_LDAP_CA_FILE: '/etc/sheetwire/acme-ca.pem',
      HTTPS_PROXY: 'http://proxy:3128',
      NO_PROXY: 'dc1',
    },
  };
  const { containers, volumes } = deployed(given).template.spec;
  expect(volumes).toContainEqual(files);
  expect(volumes.map(({ name }) => name)).toEqual(['tmp', 'data', 'files']);
  expect(containers[0].volumeMounts).toContainEqual(mount);
  expect(containers[0].volumeMounts.map(({ mountPath }) => mountPath)).toEqual(['/data', '/tmp', '/etc/sheetwire']);
  expect(containers[0].env).toContainEqual({ name: 'HTTPS_PROXY', value: 'http://proxy:3128' });
});

test('a template that names what is not there is found', () => {
  const render = (source: string) => new GoTemplates({}).render(source, { Values: { a: 1 } });
  expect(render('x{{- if .Values.a }}\n{{ .Values.a }}{{- else }}b{{ end }}')).toBe('x\n1');
  expect(() => render('{{ .Values.b }}')).toThrow('no .Values.b');
  expect(() => render('{{ quot .Values.a }}')).toThrow('quot is no function');
  expect(() => render('{{ if .Values.a }}')).toThrow('has no end');
  expect(() => render('{{ include "nothing" . }}')).toThrow('no template nothing');
});
