import { Gate } from '#features/session/gate.tsx';
import { Viewer } from './viewer.tsx';

/** The report viewer (spec 2): it waits for a licensed user, then shows what the address names. */
export function ViewerPage() {
  return <Gate>{(user) => <Viewer key={user.user} user={user} />}</Gate>;
}
