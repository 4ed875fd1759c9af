/** What a report admin has to know (spec 2, Admin and Help). */
export function AdminHelp() {
  return (
    <ul className="quiet admin-help" aria-label="Help">
      <li>Trying to assume a report or group that is already administered shows a list of its current admins.</li>
      <li>What is set for a report stands in place of what is set for its group.</li>
      <li>Admins add themselves as viewer or publisher if they need to be one.</li>
      <li>Rights count for the add-in and every other program too.</li>
    </ul>
  );
}
