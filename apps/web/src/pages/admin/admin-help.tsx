/** What a report admin has to know (spec 2, Admin and Help). */
export function AdminHelp() {
  return (
    <ul className="quiet admin-help" aria-label="Help">
      <li>Trying to assume a report or group that is already administered shows a list of its current admins.</li>
      <li>Report settings override group settings.</li>
      <li>Admins who need to view or publish must add themselves as viewers or publishers.</li>
      <li>Rights also apply to the add-in and every other program.</li>
    </ul>
  );
}
