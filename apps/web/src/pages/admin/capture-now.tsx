import { captureSnapshot } from '@sheetwire/contract/admin';
import type { Output } from '@sheetwire/contract/call';
import { texts } from '@sheetwire/contract/errors';
import { useState } from 'react';
import type { SnapshotSettings } from '#features/admin/snapshot-saver.ts';
import { showAlert } from '#features/alerts/alerts.ts';
import { useOwnCalls } from '#features/asked/use-asked.ts';
import { useDeed } from '#features/asked/use-deed.ts';
import { useShown } from '#features/asked/use-shown.ts';
import { Confirm } from '#ui/confirm.tsx';
import { Banner } from '#ui/message.tsx';

interface CaptureNowProps {
  readonly gropic: string;
  readonly settings: SnapshotSettings;
  /** Until then the settings are defaults, by which nothing is captured. */
  readonly isKnown: boolean;
}

/** 'Capture Snapshot Now' of a report, not of a group (spec 5, Snapshot); the server says what came of it. */
export function CaptureNow({ gropic, settings: { location, isPredated }, isKnown }: CaptureNowProps) {
  const call = useOwnCalls();
  const [result, setResult] = useState<Output<typeof captureSnapshot>>();
  const { isBusy, run } = useDeed(`Capture a snapshot of ${gropic}`);
  const isShown = useShown();
  const isReport = gropic.split('/').length === 3;
  const capture = async () => {
    setResult(undefined);
    const answer = await call(captureSnapshot, { topic: gropic, location, backdate: isPredated });
    if (isShown.current) {
      if (answer.unauthorized) showAlert(texts.unauthorized);
      else setResult(answer);
    } else if (answer.success) showAlert(answer.message ?? '');
    else showAlert(`${gropic}: ${answer.unauthorized ? texts.unauthorized : answer.message}`);
  };
  const loading = isKnown ? undefined : 'Loading';
  const reason = isReport ? loading : 'Select a report first; groups cannot be captured';
  return (
    <>
      <div className="row">
        <Confirm
          icon="camera"
          yes="Capture"
          disabledReason={isBusy ? 'Capturing' : reason}
          onConfirm={() => run(capture)}
        >
          Capture Snapshot Now
        </Confirm>
        {isReport ? null : <span className="quiet">Select a report to capture a snapshot now.</span>}
      </div>
      {result ? (
        <Banner tone={result.success ? 'green' : 'red'} icon={result.success ? 'check' : 'alert'} isAlert>
          {result.message}
        </Banner>
      ) : null}
    </>
  );
}
