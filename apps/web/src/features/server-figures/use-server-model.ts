import { useEffect, useState } from 'react';
import { useOwnCalls } from '#features/asked/use-asked.ts';
import { pageHidden } from '#lib/page-hidden.ts';
import { useServices } from '#services.ts';
import { ServerModel } from './server-model.ts';

/** The figures of the server, at work while the page is on screen. */
export function useServerModel(): ServerModel {
  const { clock } = useServices();
  const call = useOwnCalls();
  const [model] = useState(() => new ServerModel({ call, clock, isHidden: pageHidden }));
  useEffect(() => {
    model.start();
    return () => model.stop();
  }, [model]);
  return model;
}
