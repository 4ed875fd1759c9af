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
/** Attempts while the portal is away or asks to wait; a run may take six minutes. */
const ATTEMPTS = 4;
const LONGEST_PAUSE = 20000;
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
  return alone_(() => publish_(settings_()));
}

/** Publishes now, on each change, and once a minute for what changes by itself, such as quotes. */
function startLive() {
  const answer = publishNow();
  stopLive();
  const spreadsheet = SpreadsheetApp.getActive();
  ScriptApp.newTrigger('sheetwireChanged').forSpreadsheet(spreadsheet).onEdit().create();
  ScriptApp.newTrigger('sheetwireChanged').forSpreadsheet(spreadsheet).onChange().create();
  ScriptApp.newTrigger('sheetwireMinute').timeBased().everyMinutes(1).create();
  return answer;
}

/** Ends what `startLive` began; the report stays as it was published last. */
function stopLive() {
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
  const lock = LockService.getDocumentLock();
  // Another run publishes now; what it missed goes with the next minute.
  if (!lock.tryLock(1)) return undefined;
  try {
    const known = PropertiesService.getDocumentProperties();
    const now = Date.now();
    if (now - Number(known.getProperty('SHEETWIRE_SENT_AT') || 0) < rest) return undefined;
    const settings = settings_();
    return isOnHold_(settings) ? undefined : publish_(settings);
  } catch (fault) {
    if (fault.endsLive) stopLive();
    throw fault;
  } finally {
    lock.releaseLock();
  }
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

function publish_(settings) {
  PropertiesService.getDocumentProperties().setProperty('SHEETWIRE_SENT_AT', String(Date.now()));
  SpreadsheetApp.flush();
  const book = exported_(SpreadsheetApp.getActive().getId());
  const path = settings.report.map(encodeURIComponent).join('/');
  const pages = settings.pages ? `?pages=${encodeURIComponent(settings.pages)}` : '';
  const headers = { Authorization: `Bearer ${settings.key}` };
  if (settings.secret) headers['X-Sheetwire-Publish-Secret'] = settings.secret;
  let text;
  try {
    text = until_(`${settings.url}/api/v1/publish/workbook/${path}${pages}`, {
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
  return { ...JSON.parse(text), url: `${settings.url}/${path}` };
}

/** After a rollback the portal is asked whether the report was released: the sheet is neither exported nor sent meanwhile. */
function isOnHold_(settings) {
  const known = PropertiesService.getDocumentProperties();
  const topic = settings.report.join('/');
  if (known.getProperty(HELD) !== topic) return false;
  known.setProperty('SHEETWIRE_SENT_AT', String(Date.now()));
  const text = until_(`${settings.url}/api/v1/publishing/report/`, {
    method: 'post',
    contentType: 'application/json',
    headers: { Authorization: `Bearer ${settings.key}` },
    payload: JSON.stringify({ topic, most: 1 }),
    muteHttpExceptions: true,
    followRedirects: false,
  });
  return JSON.parse(text).held !== undefined;
}

/** The spreadsheet as Google itself writes it: looks, formats, charts and conditional formats are those of the sheet. */
function exported_(id) {
  const answer = UrlFetchApp.fetch(`https://docs.google.com/spreadsheets/d/${id}/export?format=xlsx`, {
    headers: { Authorization: `Bearer ${ScriptApp.getOAuthToken()}` },
    muteHttpExceptions: true,
  });
  const status = answer.getResponseCode();
  if (status !== 200)
    throw new Error(`Google did not export the spreadsheet (${status}); run Publish now once and allow it`);
  return answer.getBlob().getBytes();
}

function until_(address, options) {
  for (let attempt = 1; ; attempt++) {
    let answer;
    try {
      answer = UrlFetchApp.fetch(address, options);
    } catch (fault) {
      if (attempt === ATTEMPTS) throw new Error(`The portal cannot be reached: ${fault.message}`);
    }
    const status = answer ? answer.getResponseCode() : 0;
    if (status === 200) return answer.getContentText();
    const isAway = status === 0 || [429, 502, 503, 504].includes(status);
    if (!isAway || attempt === ATTEMPTS) throw refusal_(status, answer.getContentText());
    Utilities.sleep(pause_(answer, attempt));
  }
}

/** Google hands over the names of headers as the server writes them, in whatever case. */
function pause_(answer, attempt) {
  const headers = answer ? Object.entries(answer.getHeaders()) : [];
  const [, wait = 0] = headers.find(([name]) => name.toLowerCase() === 'retry-after') || [];
  const asked = (Number(wait) || 0) * 1000;
  return Math.min(LONGEST_PAUSE, Math.max(asked, 1000 * 2 ** (attempt - 1)));
}

/** What the portal says; a key or a right that is gone ends the triggers, which would only be refused again. */
function refusal_(status, text) {
  let words = `The portal, or a proxy in front of it, answered ${status}`;
  let code = '';
  try {
    ({ message: words, code } = JSON.parse(text).error);
  } catch (_) {
    if (status >= 300 && status < 400)
      words = 'SHEETWIRE_URL redirects; use the address that the browser shows in the end';
  }
  const fault = new Error(`Not published: ${words}`);
  fault.endsLive = status === 401 || status === 403;
  fault.isHeld = code === 'rolled_back';
  return fault;
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
