import { Gate } from '#features/gate/gate.tsx';
import { prepareInsert } from '#features/report-document/insert-html.ts';
import { Viewer } from './viewer.tsx';

// What an old browser inserts by is asked for before anything is drawn, and so before the code of the settings; the
// report asks again and tells of a fault.
void prepareInsert().catch(() => undefined);

/** The report viewer (spec 2): it waits for a licensed user, then shows what the address names. */
export function ViewerPage() {
  return <Gate>{(user) => <Viewer key={user.user} user={user} />}</Gate>;
}
