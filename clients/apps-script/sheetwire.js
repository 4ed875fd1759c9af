/**
 * Publishes this spreadsheet to a Sheetwire portal, once or whenever it changes.
 *
 * Script properties: SHEETWIRE_URL, SHEETWIRE_KEY, SHEETWIRE_REPORT (ENTITY/GROUP/REPORT), and, when wanted,
 * SHEETWIRE_PAGES (sheets, named ranges and areas, with commas) and SHEETWIRE_PUBLISH_SECRET.
 */

/** Runs of a trigger that come closer than this are one publish (ms). */
const REST = 10000;
/** How long a run waits for another one of this script (ms). */
const LOCK_WAIT = 30000;
/** Attempts while the portal is away or asks to wait; a run may take six minutes. A trigger tries once: its time is counted. */
const ATTEMPTS = 4;
const LONGEST_PAUSE = 20000;
/** The longest that triggers stay quiet because the portal asked them to (ms). */
const LONGEST_REST = 3600000;
/** When the portal takes something again, by its own word (ms since 1970). */
const WAIT_UNTIL = 'SHEETWIRE_WAIT_UNTIL';
/** Who is live: each editor has triggers of their own, which only they can remove. */
const LIVE = 'SHEETWIRE_LIVE';
const STOPPED = 'stopped';
/** Names the report whose publishing is on hold after a rollback. */
const HELD = 'SHEETWIRE_HELD';
const TRIGGERS = ['sheetwireChanged', 'sheetwireMinute'];
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Adds the menu; simple triggers may do no more. */
function onOpen() {
  SpreadsheetApp.getUi()
    .createMenu('Sheetwire')
    .addItem('Publish now', 'publishNow')
    .addItem('Start live', 'startLive')
    .addItem('Stop live', 'stopLive')
    .addToUi();
}

/**
 * Publishes the spreadsheet as it is now.
 * @return {{topic: string, version: number, changed: boolean, notShown: Object[], url: string}} the portal's answer
 */
function publishNow() {
  const answer = alone_(() => publish_(settings_(), ATTEMPTS));
  say_(wordsOf_(answer));
  return answer;
}

/** Publishes now, on each change, and once a minute for what changes by itself, such as quotes. */
function startLive() {
  const answer = alone_(() => publish_(settings_(), ATTEMPTS));
  removeTriggers_();
  const id = Utilities.getUuid();
  PropertiesService.getUserProperties().setProperty(LIVE, id);
  PropertiesService.getDocumentProperties().setProperty(LIVE, id);
  const spreadsheet = SpreadsheetApp.getActive();
  ScriptApp.newTrigger('sheetwireChanged').forSpreadsheet(spreadsheet).onEdit().create();
  ScriptApp.newTrigger('sheetwireChanged').forSpreadsheet(spreadsheet).onChange().create();
  ScriptApp.newTrigger('sheetwireMinute').timeBased().everyMinutes(1).create();
  say_(`Live. ${wordsOf_(answer)}`);
  return answer;
}

/** Ends what `startLive` began, whoever ran it; the report stays as it was published last. */
function stopLive() {
  endLive_();
  say_('Live is off; the report stays as it is');
}

/** The triggers of other editors end with their next run. */
function endLive_() {
  PropertiesService.getDocumentProperties().setProperty(LIVE, STOPPED);
  removeTriggers_();
}

function removeTriggers_() {
  for (const trigger of ScriptApp.getProjectTriggers()) {
    if (TRIGGERS.includes(trigger.getHandlerFunction())) ScriptApp.deleteTrigger(trigger);
  }
}

/** A trigger: the sheet was edited, or its structure changed. What comes right after is left to the next minute. */
function sheetwireChanged() {
  return live_(REST);
}

/** A trigger: a minute has passed. */
function sheetwireMinute() {
  return live_(0);
}

function live_(rest) {
  const known = PropertiesService.getDocumentProperties();
  if (isEnded_(known)) return removeTriggers_();
  const lock = LockService.getDocumentLock();
  // Another run publishes now; what it missed goes with the next minute.
  if (!lock.tryLock(1)) return undefined;
  try {
    const now = Date.now();
    if (now - Number(known.getProperty('SHEETWIRE_SENT_AT') || 0) < rest) return undefined;
    if (now < Number(known.getProperty(WAIT_UNTIL) || 0)) return undefined;
    const settings = settings_();
    return isOnHold_(settings) ? undefined : publish_(settings, 1);
  } catch (fault) {
    if (fault.endsLive) endLive_();
    const rest = Math.min(LONGEST_REST, fault.asked || 0);
    if (rest > 0) known.setProperty(WAIT_UNTIL, String(Date.now() + rest));
    throw fault;
  } finally {
    lock.releaseLock();
  }
}

/** Whether someone else stopped or started live since these triggers were made; those of a former script have no id. */
function isEnded_(known) {
  const live = known.getProperty(LIVE);
  return live !== null && live !== PropertiesService.getUserProperties().getProperty(LIVE);
}

/** One run at a time sends, so that an older sheet never goes over a newer one. */
function alone_(work) {
  const lock = LockService.getDocumentLock();
  if (!lock.tryLock(LOCK_WAIT)) throw new Error('Sheetwire is publishing already; try again in a moment');
  try {
    return work();
  } finally {
    lock.releaseLock();
  }
}

function publish_(settings, attempts) {
  PropertiesService.getDocumentProperties().setProperty('SHEETWIRE_SENT_AT', String(Date.now()));
  SpreadsheetApp.flush();
  const book = exported_(SpreadsheetApp.getActive().getId());
  const path = settings.report.map(encodeURIComponent).join('/');
  const pages = settings.pages ? `?pages=${encodeURIComponent(settings.pages)}` : '';
  const headers = { Authorization: `Bearer ${settings.key}` };
  if (settings.secret) headers['X-Sheetwire-Publish-Secret'] = settings.secret;
  let text;
  try {
    const address = `${settings.url}/api/v1/publish/workbook/${path}${pages}`;
    text = until_(address, attempts, {
      method: 'put',
      contentType: XLSX,
      headers,
      payload: book,
      muteHttpExceptions: true,
      // A key goes to the portal that was named, and nowhere else.
      followRedirects: false,
    });
  } catch (fault) {
    if (fault.isHeld) PropertiesService.getDocumentProperties().setProperty(HELD, settings.report.join('/'));
    throw fault;
  }
  PropertiesService.getDocumentProperties().deleteProperty(HELD);
  PropertiesService.getDocumentProperties().deleteProperty(WAIT_UNTIL);
  return { ...answered_(text), url: `${settings.url}/${path}` };
}

/** After a rollback the portal is asked whether the report was released: the sheet is neither exported nor sent meanwhile. */
function isOnHold_(settings) {
  const known = PropertiesService.getDocumentProperties();
  const topic = settings.report.join('/');
  if (known.getProperty(HELD) !== topic) return false;
  known.setProperty('SHEETWIRE_SENT_AT', String(Date.now()));
  const text = until_(`${settings.url}/api/v1/publishing/report/`, 1, {
    method: 'post',
    contentType: 'application/json',
    headers: { Authorization: `Bearer ${settings.key}` },
    payload: JSON.stringify({ topic, most: 1 }),
    muteHttpExceptions: true,
    followRedirects: false,
  });
  return answered_(text).held !== undefined;
}

/** The spreadsheet as Google itself writes it: looks, formats, charts and conditional formats are those of the sheet. */
function exported_(id) {
  const answer = UrlFetchApp.fetch(`https://docs.google.com/spreadsheets/d/${id}/export?format=xlsx`, {
    headers: { Authorization: `Bearer ${ScriptApp.getOAuthToken()}` },
    muteHttpExceptions: true,
  });
  const status = answer.getResponseCode();
  if (status === 429 || status >= 500)
    throw new Error(`Google cannot export the spreadsheet right now (${status}); try again in a few minutes`);
  const bytes = status === 200 ? answer.getBlob().getBytes() : [];
  // Who may not export is sent to a page to log in, whose status is 200: it must not become the report.
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b)
    throw new Error(`Google did not export the spreadsheet (${status}); run Publish now once and allow it`);
  return bytes;
}

function until_(address, attempts, options) {
  for (let attempt = 1; ; attempt++) {
    const answer = fetched_(address, options, attempt === attempts);
    const status = answer ? answer.getResponseCode() : 0;
    if (status === 200) return answer.getContentText();
    const isAway = status === 0 || [429, 502, 503, 504].includes(status);
    const asked = answer && isAway ? asked_(answer) : 0;
    if (!isAway || attempt === attempts || asked > LONGEST_PAUSE)
      throw refusal_(status, answer.getContentText(), asked);
    Utilities.sleep(Math.max(asked, 1000 * 2 ** (attempt - 1)));
  }
}

function fetched_(address, options, isLast) {
  try {
    return UrlFetchApp.fetch(address, options);
  } catch (fault) {
    if (isLast) throw new Error(`The portal cannot be reached: ${fault.message}`);
    return undefined;
  }
}

/** How long the portal asks to wait (ms). Google hands over the names of headers as the server writes them, in whatever case. */
function asked_(answer) {
  const [, wait = 0] = Object.entries(answer.getHeaders()).find(([name]) => name.toLowerCase() === 'retry-after') || [];
  return (Number(wait) || 0) * 1000;
}

/** What the portal says; a key or a right that is gone ends the triggers, which would only be refused again. */
function refusal_(status, text, asked) {
  const { message, code } = errorOf_(text);
  const isRedirect = status >= 300 && status < 400;
  const other = isRedirect
    ? 'SHEETWIRE_URL redirects; use the address that the browser shows in the end'
    : `The portal, or a proxy in front of it, answered ${status}`;
  const fault = new Error(`Not published: ${message || other}`);
  fault.asked = asked;
  fault.endsLive = status === 401 || status === 403;
  fault.isHeld = code === 'rolled_back';
  return fault;
}

/** The portal's error; a proxy may say anything. */
function errorOf_(text) {
  try {
    const { error } = JSON.parse(text);
    return error && typeof error.code === 'string' ? error : {};
  } catch (_) {
    return {};
  }
}

function answered_(text) {
  try {
    return JSON.parse(text);
  } catch (_) {
    throw new Error(
      'Not published: SHEETWIRE_URL answers, but is not the portal; use the address of the portal itself',
    );
  }
}

/** What came of a publish, for whoever chose it from the menu. */
function wordsOf_({ version, changed, held, warnings = [], notShown = [] }) {
  const viewers = version === 0 ? 'viewers see nothing yet' : `viewers keep version ${version}`;
  const said = changed ? `Published as version ${version}` : `Nothing has changed since version ${version}`;
  const first = held ? `Publish ${held.version} is waiting for approval; ${viewers}` : said;
  const broken = (held ? held.rules : warnings).map(({ words }) => words);
  const left = notShown.map(
    ({ sheet, what, count, why }) => `Not shown: ${sheet ? `${sheet}: ` : ''}${what} (${count}). ${why}`,
  );
  return [first, ...broken, ...left].join('\n');
}

/** Google ends a run in words only when it fails. */
function say_(words) {
  SpreadsheetApp.getActive().toast(words, 'Sheetwire', 15);
}

function settings_() {
  const given = PropertiesService.getScriptProperties();
  const url = String(given.getProperty('SHEETWIRE_URL') || '')
    .trim()
    .replace(/\/+$/, '');
  const key = String(given.getProperty('SHEETWIRE_KEY') || '').trim();
  const report = String(given.getProperty('SHEETWIRE_REPORT') || '')
    .split('/')
    .map((part) => part.trim());
  if (!/^https:\/\/[^/?#@]+(\/[^?#]*)?$/.test(url) && !/^http:\/\/127\.0\.0\.1:\d+$/.test(url)) {
    throw new Error('Set the script property SHEETWIRE_URL to the address of your portal, https://…');
  }
  if (!/^[!-~]+$/.test(key))
    throw new Error('Set the script property SHEETWIRE_KEY to an API key from the Account page');
  if (report.length !== 3 || report.includes('')) {
    throw new Error('Set the script property SHEETWIRE_REPORT to the report, as ENTITY/GROUP/REPORT');
  }
  const pages = given.getProperty('SHEETWIRE_PAGES') || '';
  return { url, key, report, pages, secret: given.getProperty('SHEETWIRE_PUBLISH_SECRET') || '' };
}
