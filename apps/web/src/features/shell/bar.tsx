import { shortName } from '@sheetwire/rules/principal';
import { Link } from '@tanstack/react-router';
import { ConnectionBadge, useConnectionState } from '#features/connection/connection-badge.tsx';
import { useKnownUser } from '#features/gate/use-session.ts';
import { PaletteButton } from '#features/palette/palette-button.tsx';
import { pageConfig } from '#lib/config.ts';
import { Icon, type IconName } from '#ui/icon.tsx';

const places = [
  { to: '/', label: 'Home', icon: 'home' },
  { to: '/admin', label: 'Admin', icon: 'wrench' },
  { to: '/help', label: 'Help', icon: 'help' },
  { to: '/account', label: 'Account', icon: 'person' },
] as const satisfies { to: string; label: string; icon: IconName }[];

/** The top bar, at the bottom on phones: logo, four icons that tell the connection, the user (spec 2, navigation). */
export function Bar({ isViewer }: { isViewer: boolean }) {
  const state = useConnectionState();
  const user = useKnownUser();
  return (
    <header className="bar">
      <Link className="logo" to="/">
        <Icon name="logo" />
        {pageConfig.productName}
      </Link>
      <nav className="nav" aria-label="Main" data-testid="connection" data-state={state}>
        {places.map(({ to, label, icon }) => (
          <Link
            key={to}
            to={to}
            title={label}
            activeOptions={{ exact: to === '/' }}
            {...(to === '/' && isViewer ? { 'aria-current': 'page' as const } : {})}
          >
            <Icon name={icon} />
            <span className="label">{label}</span>
          </Link>
        ))}
        <ConnectionBadge state={state} />
      </nav>
      {user?.hasLicense ? <PaletteButton /> : null}
      {user ? (
        <Link className="user" to="/account" title={user.user}>
          {shortName(user.user)}
        </Link>
      ) : null}
    </header>
  );
}
