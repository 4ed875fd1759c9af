/** What somebody new must know before the first call. */
export const apiGuide = [
  'Every call has an address under `/api/v1/`. Almost all calls are POST with a JSON object as the body and return a JSON object. Unknown fields in a request are refused. Responses may gain fields, so ignore those you do not know.',
  '**Programs** send an API key with each call: `Authorization: Bearer swk_…`. Create one on the Account page. With a key you can publish reports, read them and follow them live; the other calls are for the pages of the portal.',
  '**Browsers** log in with `accounts/login/` and keep the session in a cookie. A call that changes something must come from a page of the portal: with a cookie, send `Origin` too.',
  '**Names.** A report is ENTITY/GROUP/REPORT, a group of reports ENTITY/GROUP, a user ENTITY/user.name, a user group ENTITY/GROUP NAME. Upper and lower case do not matter when you send them.',
  '**Times.** Fields that end in `Utc` are ISO 8601. The `time` of a report has 17 digits, yyyyMMddHHmmssSSS in UTC. Durations are in milliseconds and say so in their name.',
  '**Refusals** have a status of 400 or above and the body `{"error": {"code", "message"}}`. The code is for programs, the message for people. Some calls return 200 with `unauthorized` or `message` instead; their descriptions say so. After 429 and 503, wait for the number of seconds in `Retry-After`. Responses of 500 and above have an `X-Request-Id`; the server log has the cause under this ID.',
].join('\n\n');
