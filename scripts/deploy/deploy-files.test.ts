import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { BlockList } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseYaml } from '@redocly/openapi-core';
import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { root } from '../steps.ts';
import { makeCertificates } from '../test/certificates.ts';
import { findProgram, run } from '../test/program.ts';
import { readUnit } from './testing/read-unit.ts';

const SECOND = 1000;
const read = (path: string) => readFile(join(root, 'deploy', path), 'utf8');
const settingNames = async () => await readFile(join(root, 'apps/server/src/settings/settings.ts'), 'utf8');
const isSetting = (name: string, known: string) => known.includes(`  ${name.replace('SHEETWIRE_', '')}: `);

const duration = z.string().regex(/^\d+s$/);
const healthcheck = z.strictObject({
  test: z.array(z.string()),
  interval: duration,
  timeout: duration,
  retries: z.int(),
});
const service = z.strictObject({
  image: z.string(),
  restart: z.literal('unless-stopped'),
  read_only: z.optional(z.boolean()),
  user: z.optional(z.string()),
  cap_drop: z.optional(z.array(z.string())),
  security_opt: z.optional(z.array(z.string())),
  tmpfs: z.optional(z.array(z.string())),
  stop_grace_period: z.optional(duration),
  ulimits: z.optional(z.strictObject({ nofile: z.int() })),
  networks: z.optional(
    z.union([z.array(z.string()), z.record(z.string(), z.strictObject({ ipv4_address: z.ipv4() }))]),
  ),
  depends_on: z.optional(
    z.union([
      z.array(z.string()),
      z.record(z.string(), z.strictObject({ condition: z.enum(['service_healthy', 'service_started']) })),
    ]),
  ),
  volumes: z.optional(z.array(z.string())),
  ports: z.optional(z.array(z.string().regex(/^\d+:\d+$/))),
  environment: z.optional(z.record(z.string(), z.string())),
  healthcheck: z.optional(healthcheck),
});
const compose = z.strictObject({
  name: z.string(),
  'x-portal': service,
  services: z.record(z.string(), service),
  networks: z.record(
    z.string(),
    z.strictObject({
      ipam: z.strictObject({ config: z.tuple([z.strictObject({ subnet: z.cidrv4(), ip_range: z.cidrv4() })]) }),
    }),
  ),
  volumes: z.record(z.string(), z.null()),
});

test('the services of Compose name each other, volumes, networks and settings that there are', async () => {
  const { services, networks, volumes } = compose.parse(parseYaml(await read('compose/compose.yaml')));
  expect(Object.keys(services)).toEqual(['portal-1', 'portal-2', 'database', 'bus', 'proxy']);
  const known = await settingNames();
  for (const [name, one] of Object.entries(services)) {
    const needed = Array.isArray(one.depends_on) ? one.depends_on : Object.keys(one.depends_on ?? {});
    expect(
      needed.filter((other) => !(other in services)),
      name,
    ).toEqual([]);
    const joined = Array.isArray(one.networks) ? one.networks : Object.keys(one.networks ?? {});
    expect(joined.length, name).toBeGreaterThan(0);
    expect(
      joined.filter((other) => !(other in networks)),
      name,
    ).toEqual([]);
    const mounted = (one.volumes ?? [])
      .map((volume) => volume.split(':')[0] ?? '')
      .filter((from) => !from.startsWith('.'));
    expect(
      mounted.filter((volume) => !(volume in volumes)),
      name,
    ).toEqual([]);
    const set = Object.keys(one.environment ?? {}).filter((variable) => variable.startsWith('SHEETWIRE_'));
    expect(
      set.filter((variable) => !isSetting(variable, known)),
      name,
    ).toEqual([]);
  }
});

test('a portal of Compose cannot write its root, has no rights, and has time to send its viewers away', async () => {
  const { services } = compose.parse(parseYaml(await read('compose/compose.yaml')));
  for (const name of ['portal-1', 'portal-2']) {
    const portal = services[name];
    expect(portal).toMatchObject({ read_only: true, user: '10001:10001', cap_drop: ['ALL'] });
    const drain = Number(portal?.environment?.SHEETWIRE_DRAIN_S);
    expect(Number.parseInt(portal?.stop_grace_period ?? '', 10)).toBeGreaterThan(drain + limits.stopWait / SECOND);
  }
  const example: readonly string[] = (await read('compose/.env.example')).match(/^\w+(?==)/gm) ?? [];
  const asked = [...(await read('compose/compose.yaml')).matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name);
  expect(asked.filter((name) => name !== undefined && !example.includes(name))).toEqual([]);
  const proxies = Object.values(services).map(({ networks }) => networks);
  expect(proxies).toContainEqual({
    inside: { ipv4_address: services['portal-1']?.environment?.SHEETWIRE_TRUSTED_PROXIES },
  });
});

test('no service of Compose is given an address that another has by name, and the proxy knows the portals by theirs', async () => {
  const { services, networks } = compose.parse(parseYaml(await read('compose/compose.yaml')));
  const [{ subnet, ip_range: drawn }] = networks.inside?.ipam.config ?? [{ subnet: '', ip_range: '' }];
  const within = (range: string) => {
    const [first = '', bits = ''] = range.split('/');
    const list = new BlockList();
    list.addSubnet(first, Number(bits));
    return (address: string) => list.check(address);
  };
  const fixed = Object.entries(services).flatMap(([name, { networks: joined }]) =>
    joined && !Array.isArray(joined) ? Object.values(joined).map((one) => ({ name, address: one.ipv4_address })) : [],
  );
  expect(fixed.map(({ name }) => name)).toEqual(['portal-1', 'portal-2', 'proxy']);
  expect(new Set(fixed.map(({ address }) => address)).size).toBe(fixed.length);
  expect(within(subnet)(drawn.split('/')[0] ?? '')).toBe(true);
  for (const { name, address } of fixed) {
    expect([within(subnet)(address), within(drawn)(address)], name).toEqual([true, false]);
    // The first address is the gateway's.
    expect(address.endsWith('.1'), name).toBe(false);
  }
  const upstream = /^ *upstream sheetwire \{([^}]*)\}/m.exec(await read('compose/nginx.conf'))?.[1] ?? '';
  const known = [...upstream.matchAll(/^ *server ([^ :]+):8080 /gm)].map(([, host]) => host);
  expect(known).toEqual(fixed.filter(({ name }) => name.startsWith('portal')).map(({ address }) => address));
});

test('nginx takes the proxy of Compose, which buffers no stream and says what the sample of the documents says', async () => {
  const nginx = findProgram('nginx');
  if (nginx === undefined) throw new Error('nginx is not installed (Debian package nginx-light)');
  const text = await read('compose/nginx.conf');
  const folder = await mkdtemp(join(tmpdir(), 'sheetwire-compose-'));
  const { cert, key } = await makeCertificates();
  await Promise.all([writeFile(join(folder, 'portal.pem'), cert), writeFile(join(folder, 'portal.key'), key)]);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder};`);
  const here = text
    .replaceAll('/etc/nginx/certificates', folder)
    .replace('/run/nginx.pid', `${folder}/pid`)
    .replace('http {', `http { ${temporary.join(' ')}`);
  await writeFile(join(folder, 'nginx.conf'), here);
  await run(nginx, ['-t', '-p', folder, '-c', join(folder, 'nginx.conf')]);
  await rm(folder, { recursive: true });
  // Two lines for each stream, of all that the container may have open.
  const { services } = compose.parse(parseYaml(await read('compose/compose.yaml')));
  const most = Number(/worker_connections (\d+);/.exec(text)?.[1]);
  expect(most).toBeGreaterThanOrEqual(2 * 10_000);
  expect(services.proxy?.ulimits?.nofile).toBeGreaterThan(most);
  expect(services.proxy?.volumes).toContain('./nginx.conf:/etc/nginx/nginx.conf:ro');
  const sample = await readFile(join(root, 'docs/operate/nginx.conf'), 'utf8');
  const said = new Set(text.split('\n').map((line) => line.trim()));
  const own = /^(#|log_format|access_log|server \d|server_name|ssl_certificate|upstream|$)/;
  const missing = sample
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => !own.test(line) && !said.has(line));
  expect(missing).toEqual([]);
});

test('the unit of systemd runs the server as nobody in particular, who writes its own folder alone', async () => {
  const unit = readUnit(await read('systemd/sheetwire.service'));
  const of = (name: string) => unit.get(`Service.${name}`)?.at(-1);
  expect(['DynamicUser', 'ProtectSystem', 'NoNewPrivileges', 'CapabilityBoundingSet', 'PrivateTmp'].map(of)).toEqual([
    'yes',
    'strict',
    'yes',
    '',
    'yes',
  ]);
  expect(Number(of('LimitNOFILE'))).toBeGreaterThanOrEqual(65_536);
  expect(unit.get('Service.Environment')).toContain(`SHEETWIRE_DATA_DIR=/var/lib/${of('StateDirectory')}`);
  expect(of('MemoryDenyWriteExecute')).toBeUndefined();
  const drained = (limits.drain.shared + limits.stopWait) / SECOND;
  expect(Number(of('TimeoutStopSec'))).toBeGreaterThan(drained);
});
