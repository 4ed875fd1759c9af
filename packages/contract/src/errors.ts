/** Every refusal with its status and text: interfaces 5 and spec 8; docs/errors.md lists the same rows. */
export const errorCatalogue = {
  malformed: { status: 400, message: 'The request is malformed' },
  not_signed_in: { status: 401, message: 'Log in first' },
  not_allowed: { status: 403, message: "You don't have permission to do this" },
  no_license: { status: 403, message: 'All licenses are in use' },
  cross_site: {
    status: 403,
    message: 'The request does not come from this site; open the portal at its own address and try again',
  },
  wrong_publish_secret: {
    status: 403,
    message: 'The publish secret is missing or incorrect; send the one that is set for the report',
  },
  version_too_old: {
    status: 403,
    message: 'This add-in version is too old for an administered report; update it to 1.2.0 or later',
  },
  not_found: { status: 404, message: 'Not found; check the address' },
  wrong_base_version: { status: 409, message: 'The report has changed; fetch the latest version and try again' },
  workbook_needed: {
    status: 409,
    message: 'The server cannot apply these values to the report; publish the workbook again',
  },
  rolled_back: {
    status: 409,
    message: 'The report was rolled back, and publishing is on hold; ask an admin of the report to release it',
  },
  held_is_gone: {
    status: 409,
    message: 'This publish is no longer waiting for approval; check the current state of the report',
  },
  held_changed: { status: 409, message: 'The publish has changed since you reviewed it; review it again' },
  lease_held: { status: 409, message: 'Another publisher is connected; stand by until its lease ends' },
  taken_over: { status: 409, message: 'Another publisher has taken over' },
  too_large: { status: 413, message: 'The request is too large' },
  wrong_media_type: { status: 415, message: 'Send the body as application/json' },
  page_names_missing: { status: 422, message: 'Every page needs a name' },
  page_names_equal: { status: 422, message: 'Two pages have the same name' },
  page_undecodable: { status: 422, message: 'A page is not valid base64 gzip' },
  page_too_deep: { status: 422, message: 'The elements of a page are nested too deeply' },
  unreadable_file: { status: 422, message: 'The file cannot be read as a workbook' },
  unknown_page: { status: 422, message: 'The report has no page with this name' },
  unknown_version: { status: 422, message: 'This version of the report does not exist or is no longer kept' },
  unknown_cell: { status: 422, message: 'The page has no such cell' },
  cell_holds_table: { status: 422, message: 'A cell update cannot contain a table; publish the whole page' },
  control_names_equal: { status: 422, message: 'Two controls have the same name' },
  guard_refused: { status: 422, message: 'A rule of the report refuses this publish' },
  bad_text: { status: 422, message: 'A text contains characters that cannot be stored' },
  reserved_name: { status: 422, message: 'This name is reserved' },
  weak_password: { status: 422, message: 'Choose a stronger password' },
  too_many: { status: 429, message: 'Too many requests; wait and try again' },
  failed: {
    status: 500,
    message: 'Something went wrong on the server; check whether your change was saved before trying again',
  },
  busy: { status: 503, message: 'The server is busy; wait and try again' },
  store_unavailable: {
    status: 503,
    message: 'The server cannot save right now; check whether your change was saved, then try again',
  },
} as const;

export type ErrorCode = keyof typeof errorCatalogue;

/** The texts of spec 5, 6 and 8 that calls answer or pages show, to the letter. */
export const texts = {
  lastAdmin: 'All Viewers and Publishers must be removed before all Admins can be removed',
  usersRefused: 'Super administrator rights are required to manage users',
  userGroupsRefused: 'Super administrator rights are required to manage user groups',
  recoverRefused: 'Super administrator rights are required to recover settings',
  adminBlocked: 'This account does not have permission to administer reports',
  noCurrentEmail: 'Unable to retrieve current email address',
  unauthorized: 'Unauthorized',
  controlUnauthorized: 'unauthorized',
  controlFailed: 'update failed',
} as const;

/** The body of every refused call (interfaces 5); a conflict adds `have`, and `need` names what is to be sent first. */
export interface ErrorBody {
  readonly error: {
    readonly code: ErrorCode;
    readonly message: string;
    readonly have?: number;
    readonly need?: 'workbook';
  };
}
