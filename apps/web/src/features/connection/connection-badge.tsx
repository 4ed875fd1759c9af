import { useStore } from 'zustand';
import { Icon, type IconName } from '#ui/icon.tsx';
import { type ConnectionState, connectionFacts, connectionState } from './connection.ts';

const badges: Record<ConnectionState, { readonly icon: IconName; readonly text: string }> = {
  connected: { icon: 'badge-ok', text: 'Connected, saved' },
  'connected-unsaved': { icon: 'badge-unsaved', text: 'Unsaved changes' },
  disconnected: { icon: 'badge-off', text: 'Disconnected' },
  'disconnected-unsaved': { icon: 'badge-off-unsaved', text: 'Disconnected, unsaved changes' },
};

/** The present state of the line and of unsaved entries. */
export function useConnectionState(): ConnectionState {
  return connectionState(useStore(connectionFacts));
}

/** A shape and a text beside the icons: the state never rests on colour alone (look: Shell). */
export function ConnectionBadge({ state }: { state: ConnectionState }) {
  const { icon, text } = badges[state];
  return (
    <span className="conn" title={text} role="status">
      <Icon name={icon} />
      <span className={state === 'connected' ? 'hide' : undefined}>{text}</span>
    </span>
  );
}
