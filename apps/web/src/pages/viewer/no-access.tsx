import { Notice } from '#ui/message.tsx';

/** When the user may view nothing, in the words of spec 2. */
export function NoAccess({ entity }: { entity: string }) {
  return (
    <main id="main" className="page" data-width="text">
      <h1 className="hide">Reports</h1>
      <div className="panel">
        <Notice icon="lock">
          <NoAccessWords entity={entity} />
        </Notice>
      </div>
    </main>
  );
}

/** The words alone, for the place of a report. */
export function NoAccessWords({ entity }: { entity: string }) {
  return (
    <p>
      You have not been granted view access to any {entity} reports. Set view rights on the settings tab (wrench icon in
      menu bar), or ask an admin to add you as a viewer to specific reports and/or report groups.
    </p>
  );
}
