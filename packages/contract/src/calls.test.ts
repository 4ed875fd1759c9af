import { expect, test } from 'vitest';
import { allCalls } from './calls.ts';

/** Spec 7, as it writes them, and interfaces 3, 4, 7, 9. */
const paths = `
reports/report/ reports/oncontrolaction/ viewtopics/topicsdetails/ accounts/usersettings/ accounts/logout/
accounts/username/ accounts/usernameremote/ accounts/usesso/ accounts/trywindowsauth/ accounts/infologin/ accounts/login/
accounts/getuser/ accounts/setpassword/ accounts/resetpassword/ accounts/emaildetails/ accounts/changeemail/
accounts/confirmemail/ accounts/sessions/ accounts/endsession/ accounts/endsessions/ tokens/newtoken/ tokens/exchange/ tokens/apikeys/ tokens/apikeys/list/ tokens/apikeys/revoke/
admin/assumeadmin/ admin/admindetails/ admin/getusers/ admin/snapshotsettings/ admin/capturesnapshot/ admin/gropicperms/ admin/explain/ admin/guard/ admin/guardtest/ admin/retention/
admin/users/usersdetails/ admin/users/getuser/ admin/users/getaduser/ admin/users/createuser/
admin/users/sendpasswordresetemail/ admin/users/updateuser/ admin/users/removeuser/ admin/users/setswitches/
admin/users/endsessions/
admin/usergroups/usergroupsdetails/ admin/usergroups/getusergroup/ admin/usergroups/createusergroup/
admin/usergroups/removeusergroup/ admin/usergroups/updateusergroup/ admin/recoversettings/settingsdates/
admin/recoversettings/recover/ admin/recoversettings/preview/ admin/audit/rows/ admin/audit/csv/ admin/server/figures/ publish/report/ publish/cells/ publish/values/ publish/audience/ publish/remove/
publish/linkedfiles/:entity/:group/:report/:name publish/workbook/:entity/:group/:report publish/open/ publish/controls/ publish/ack/
publishing/reports/ publishing/report/ publishing/preview/:entity/:group/:report publishing/workbook/:entity/:group/:report live/stream/ live/watch/ reports/versions/ reports/cellhistory/ reports/link/ reports/verify/
publish/tag/ publish/rollback/ publish/release/ publish/versions/ publish/guard/ publish/guardtest/
`
  .trim()
  .split(/\s+/)
  .map((path) => `/api/v1/${path}`);

test('every call of the specification and of the fixed interfaces is in the contract, once', () => {
  expect([...allCalls.values()].map((call) => call.path).sort()).toEqual(paths.sort());
});

test('everything is POST but what is said to be otherwise', () => {
  const others = [...allCalls.values()].filter((call) => call.method !== 'POST').map((call) => call.path);
  expect(others.sort()).toEqual(
    [
      '/api/v1/accounts/getuser/',
      '/api/v1/admin/audit/csv/',
      '/api/v1/admin/recoversettings/settingsdates/',
      '/api/v1/live/stream/',
      '/api/v1/publish/linkedfiles/:entity/:group/:report/:name',
      '/api/v1/publish/workbook/:entity/:group/:report',
      '/api/v1/publishing/preview/:entity/:group/:report',
      '/api/v1/publishing/workbook/:entity/:group/:report',
    ].sort(),
  );
});
