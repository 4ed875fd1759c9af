import { Link } from '@tanstack/react-router';
import type { AdminModel } from '#features/admin/admin-model.ts';
import { useAdminState } from '#features/admin/use-admin.ts';
import { Checkbox } from '#ui/checkbox.tsx';

/** For super admins: administers everything, and shows the way to what only they manage (spec 2, Admin). */
export function SuperLinks({ model }: { model: AdminModel }) {
  const { asSuperAdmin } = useAdminState(model);
  return (
    <div className="row" data-gap="l">
      <Checkbox label="SuperAdmin" isSelected={asSuperAdmin} onChange={(isOn) => model.setSuperAdmin(isOn)} />
      {asSuperAdmin ? (
        <>
          <Link to="/admin/users">Manage Users</Link>
          <Link to="/admin/usergroups">Manage User Groups</Link>
          <Link to="/admin/recoversettings">Recover Settings</Link>
          <Link to="/admin/audit">Audit Log</Link>
          <Link to="/admin/server">Server</Link>
        </>
      ) : null}
    </div>
  );
}
