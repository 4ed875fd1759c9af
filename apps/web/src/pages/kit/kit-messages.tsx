import { showAlert } from '#features/alerts/alerts.ts';
import { statusWords } from '#features/viewer/status-words.ts';
import type { ReportStatus } from '#features/viewer-ports.ts';
import { Button } from '#ui/button.tsx';
import { Banner, Chip, Notice, Waiting } from '#ui/message.tsx';
import { KitPanel } from './kit-panel.tsx';

const statuses: ReportStatus[] = [
  { state: 'waiting' },
  { state: 'live' },
  { state: 'paused', behind: 12 },
  { state: 'held', behind: 2, by: 'picker' },
  { state: 'reconnecting' },
  { state: 'disconnected' },
  { state: 'catching-up', behind: 3 },
  { state: 'publisher-silent', sinceUtc: '2026-11-20T11:56:00Z' },
  { state: 'published', atUtc: '2026-11-17T09:00:00Z' },
  { state: 'snapshot', date: '2026-11-19' },
];

/** Chips, banners, waiting and empty states, the alert. */
export function KitMessages() {
  return (
    <>
      <KitPanel title="States of a report">
        {statuses.map((status) => {
          const { text, icon, tone, behind } = statusWords(status, Date.UTC(2026, 10, 20, 12));
          return (
            <div key={status.state} className="row">
              <Chip tone={tone} icon={icon}>
                {text}
              </Chip>
              {behind ? `${behind} behind` : null}
            </div>
          );
        })}
      </KitPanel>
      <KitPanel title="Messages">
        <Banner tone="amber" icon="alert" action={<Button>Add viewers</Button>}>
          ALERT! No Viewers Added
        </Banner>
        <Banner tone="red" icon="alert">
          Incorrect username or password.
        </Banner>
        <Banner tone="blue">No snapshot on 2026-11-20 yet. This is the latest one before it.</Banner>
        <Banner tone="green" icon="check">
          Cleared!
        </Banner>
        <div className="row">
          <Button onPress={() => showAlert('Unauthorized')}>Show an alert</Button>
        </div>
      </KitPanel>
      <KitPanel title="Waiting and empty">
        <Waiting text="Authenticating User..." />
        <Notice icon="lock">
          <p>You have not been granted view access to any DEMO reports.</p>
        </Notice>
      </KitPanel>
    </>
  );
}
