import { afterAll, beforeAll } from 'vitest';
import { type ControlDesk, controlDesk } from './control-desk.ts';
import { startTestApp, type TestApp } from './test-app.ts';

/** A server and its desk, there while the tests of a file run. */
export interface DeskRig {
  readonly server: TestApp;
  readonly desk: ControlDesk;
}

/** Starts a server with a desk for the tests of a file. */
export function deskRig(): DeskRig {
  let rig: DeskRig | undefined;
  beforeAll(async () => {
    const server = await startTestApp();
    rig = { server, desk: await controlDesk(server) };
  });
  afterAll(() => rig?.server.stop());
  const started = (): DeskRig => {
    if (!rig) throw new Error('the server has not started');
    return rig;
  };
  return {
    get server() {
      return started().server;
    },
    get desk() {
      return started().desk;
    },
  };
}
