import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addIn } from '@sheetwire/contract/publishing/add-in';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServer } from '#http/create-server.ts';
import { addAddIn } from './add-in.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheetwire-add-in-'));
  for (const name of ['addin/assets', 'addin/icons', 'office']) await mkdir(join(folder, name), { recursive: true });
  const page = '<title>{{title}}</title><script src="{{office}}" nonce="{{nonce}}"></script>';
  for (const name of ['pane', 'sign-in', 'selftest']) await writeFile(join(folder, `addin/${name}.html`), page);
  await writeFile(join(folder, 'addin/assets/pane-1a2b.js'), 'export {};');
  await writeFile(join(folder, 'addin/icons/icon-32.png'), 'png');
  await writeFile(join(folder, 'addin/functions.json'), '{}');
  await writeFile(join(folder, 'office/office.js'), 'var Office;');
});
afterAll(() => rm(folder, { recursive: true }));

async function serverOf(more: Partial<Parameters<typeof addAddIn>[1]> = {}): Promise<FastifyInstance> {
  const app = createServer({ logLevel: 'silent', trustedProxies: [], kerberosKeytab: '' });
  const words = { publicUrl: 'https://reports.example', productName: 'Sheetwire', company: 'ACME' };
  await addAddIn(app, { webDir: folder, embedOrigins: [], officeJs: '', ...words, ...more });
  return app;
}

test('each page but the login may be framed by Office and by who may embed the portal, and runs its own scripts and Office.js alone', async () => {
  const app = await serverOf({ embedOrigins: ['https://intranet.example'] });
  for (const path of [addIn.pane, addIn.signIn, addIn.selfTest]) {
    const { statusCode, headers, body } = await app.inject(path);
    const nonce = /nonce="([^"]+)"/.exec(body)?.[1];
    expect([path, statusCode, headers['cache-control']]).toEqual([path, 200, 'no-store']);
    expect(body).toContain('src="https://appsforoffice.microsoft.com/lib/1/hosted/office.js"');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'; ");
    expect(policy).toContain(`script-src 'nonce-${nonce}' https://appsforoffice.microsoft.com;`);
    expect(policy).not.toMatch(/unsafe|\*;|'strict-dynamic'/);
    const [, frames = ''] = /frame-ancestors (.*)$/.exec(policy) ?? [];
    const framers = ["'self'", 'https://*.officeapps.live.com', 'https://intranet.example'];
    expect(frames.split(' ')).toEqual(path === addIn.signIn ? ["'none'"] : expect.arrayContaining(framers));
  }
  await app.close();
});

test('the address of the folder leads to the pane', async () => {
  const app = await serverOf();
  for (const path of ['/addin/', '/addin']) {
    const { statusCode, headers } = await app.inject(path);
    expect([path, statusCode, headers.location]).toEqual([path, 302, addIn.pane]);
  }
  await app.close();
});

test('with a folder of Office.js nothing comes from another host', async () => {
  const app = await serverOf({ officeJs: join(folder, 'office') });
  const { headers, body } = await app.inject(addIn.pane);
  expect(body).toContain('src="/addin/office/office.js"');
  expect(String(headers['content-security-policy'])).toMatch(/script-src 'nonce-[^']+' 'self';/);
  const office = await app.inject('/addin/office/office.js');
  expect([office.statusCode, office.headers['content-type']]).toEqual([200, 'application/javascript; charset=utf-8']);
  await app.close();
});

test('Office may fetch icons and the description of the functions across origins, and nothing else', async () => {
  const app = await serverOf();
  const sharing = async (path: string) => {
    const { statusCode, headers } = await app.inject(path);
    return [statusCode, headers['access-control-allow-origin'], headers['cross-origin-resource-policy']];
  };
  for (const path of ['/addin/icons/icon-32.png', addIn.functions])
    expect(await sharing(path)).toEqual([200, '*', 'cross-origin']);
  for (const path of ['/addin/assets/pane-1a2b.js', addIn.pane])
    expect(await sharing(path)).toEqual([200, undefined, 'same-origin']);
  const { headers } = await app.inject('/addin/icons/icon-32.png');
  expect(headers['cache-control']).toBe('public, max-age=86400');
  expect((await app.inject('/addin/assets/pane-1a2b.js')).headers['cache-control']).toContain('immutable');
  await app.close();
});

test('a browser saves the manifests as files', async () => {
  const app = await serverOf();
  const named = async (path: string) => (await app.inject(path)).headers['content-disposition'];
  expect(await named(addIn.manifest)).toBe('attachment; filename="sheetwire-excel.xml"');
  expect(await named(addIn.unifiedManifest)).toBe('attachment; filename="manifest.json"');
  await app.close();
});

test('the templates themselves are not served, and nothing is where the add-in was not built', async () => {
  const app = await serverOf();
  expect((await app.inject(addIn.pane)).body).not.toContain('{{');
  await app.close();
  const bare = await serverOf({ webDir: join(folder, 'office') });
  for (const path of [addIn.pane, addIn.manifest]) expect((await bare.inject(path)).statusCode).toBe(404);
  await bare.close();
});

test.each(['', 'http://reports.example'])(
  'without an https address (%s) there is no manifest, and the answer says why',
  async (publicUrl) => {
    const app = await serverOf({ publicUrl });
    for (const path of [addIn.manifest, addIn.unifiedManifest]) {
      const answer = await app.inject(path);
      expect(answer.headers['content-disposition']).toBeUndefined();
      expect([answer.statusCode, answer.json().error.message]).toEqual([
        404,
        expect.stringContaining('SHEETWIRE_PUBLIC_URL'),
      ]);
    }
    await app.close();
  },
);
