import { useEffect } from 'react';
import { prepareInsert } from '#features/report-document/insert-html.ts';
import { Gate } from '#features/session/gate.tsx';
import { Viewer } from './viewer.tsx';

/** The report viewer (spec 2): it waits for a licensed user, then shows what the address names. */
export function ViewerPage() {
  // What an old browser inserts by comes before the code of the settings; the report asks again and tells of a fault.
  useEffect(() => void prepareInsert().catch(() => undefined), []);
  return <Gate>{(user) => <Viewer key={user.user} user={user} />}</Gate>;
}
