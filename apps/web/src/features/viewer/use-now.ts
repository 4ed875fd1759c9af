import { limits } from '@sheetwire/contract/limits';
import { useEffect, useState } from 'react';
import { useServices } from '#services.ts';
import type { ViewerModel } from './viewer-model.ts';

/** The present time, renewed often enough for texts that count minutes. */
export function useNow(): number {
  const { clock } = useServices();
  const [now, setNow] = useState(() => clock.now());
  useEffect(() => {
    let cancel: () => void = () => undefined;
    const tick = () => {
      setNow(clock.now());
      cancel = clock.after(limits.silenceStep / 4, tick);
    };
    cancel = clock.after(limits.silenceStep / 4, tick);
    return () => cancel();
  }, [clock]);
  return now;
}

/** The same by the server's clock, by which every time of a report is told. */
export function usePresent(model: Pick<ViewerModel, 'reports'>): number {
  return model.reports.present(useNow());
}
