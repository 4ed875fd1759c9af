import { useStore } from 'zustand';
import { Icon, type IconName } from '#ui/icon.tsx';
import { type ConnectionState, connectionFacts, connectionState, type LineState, lineWords } from './connection.ts';

const icons: Record<ConnectionState, IconName> = {
  connected: 'badge-ok',
  'connected-unsaved': 'badge-unsaved',
  disconnected: 'badge-off',
  'disconnected-unsaved': 'badge-off-unsaved',
};

/** The present state of the line and of unsaved entries. */
export function useConnectionState(): ConnectionState {
  return useStore(connectionFacts, connectionState);
}

/** How the line to the server stands. */
export function useLine(): LineState {
  return useStore(connectionFacts, ({ line }) => line);
}

/** A shape and a text beside the icons: the state never rests on colour alone (look: Shell). */
export function ConnectionBadge({ state }: { state: ConnectionState }) {
  const text = wordsOf(state, useLine());
  return (
    <span className="conn" title={text} role="status">
      <Icon name={icons[state]} />
      <span className={state === 'connected' ? 'hide' : undefined}>{text}</span>
    </span>
  );
}

function wordsOf(state: ConnectionState, line: LineState): string {
  if (line === 'up') return state === 'connected' ? 'Connected, saved' : 'Unsaved changes';
  return state === 'disconnected' ? lineWords[line] : `${lineWords[line]}, unsaved changes`;
}
