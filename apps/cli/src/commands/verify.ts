import { readFile, stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Output } from '@sheetwire/contract/call';
import { type Exit, exits } from '@sheetwire/contract/exits';
import { limits } from '@sheetwire/contract/limits';
import { report } from '@sheetwire/contract/reports';
import { type FigureAddress, parseFigureAddress } from '@sheetwire/contract/verify/address';
import { verify as call } from '@sheetwire/contract/verify/calls';
import { readWorkbook } from '@sheetwire/sheet/publish-pages';
import type { BookComparison } from '@sheetwire/sheet/verify/compare-books';
import { verifyAddressOf } from '@sheetwire/sheet/verify/file-address';
import { WorkbookError } from '@sheetwire/sheet/workbook-error';
import type { ShownPage } from '@sheetwire/sheet/write/report-book';
import { Stop } from '#exit.ts';
import { fileWords } from '#file-words.ts';
import { bearerFor } from '#publish/bearer.ts';
import { faultOf } from '#publish/call-fault.ts';
import { destinationFlags, readDestination } from '#publish/options.ts';
import { publishCaller } from '#publish/wire.ts';
import type { Terminal } from '#terminal.ts';
import { compareCsv, compareWorkbook, type DueFacts, pagesOf } from '#verify/due-file.ts';

const flags = { ...destinationFlags, at: { type: 'string' }, json: { type: 'boolean' } } as const;
/** Cells that are told one by one. */
const MOST_TOLD = 100;

/**
 * Whether the cells of an exported file are what was published (time 6). The portal is named by who asks, never by the
 * file: the token goes nowhere else.
 */
export async function verify(args: readonly string[], terminal: Terminal): Promise<Exit> {
  const { values, positionals } = parseArgs({ args: [...args], options: flags, allowPositionals: true });
  const [file, ...more] = positionals;
  if (file === undefined) throw new Stop(exits.usage, 'Specify the file to verify');
  if (more.length > 0) throw new Stop(exits.usage, `Verify one file at a time: remove ${more.join(', ')}`);
  const { env, signal } = terminal;
  const { server, secret } = readDestination(values, env);
  const given = await givenFile(file, values.at);
  const { address } = given;
  const bearer = await bearerFor({ server, source: secret, env, terminal, now: Date.now() });
  const caller = publishCaller(server, { authorization: `Bearer ${bearer.value}` });
  try {
    const { topic, version } = address;
    const proof = await caller(call, { topic, version }, { signal });
    if (proof.state !== 'signed') return refused(proof, address, terminal);
    const shown = await caller(report, { topic, reportTime: '', at: version }, { signal });
    const { by, utc } = proof;
    const facts = { topic, by, utc: utc ?? '', metadata: shown.metadata ?? {} };
    const compared = await given.compare(await pagesOf(shown), facts);
    return tell({ proof, address, compared, isJson: values.json === true }, terminal);
  } catch (thrown) {
    if (thrown instanceof Stop) throw thrown;
    if (thrown instanceof WorkbookError) throw new Stop(exits.file, `${file} cannot be verified: ${thrown.message}`);
    const fault = faultOf(thrown, server);
    throw fault.kind === 'final' ? fault.stop : new Stop(exits.network, fault.message);
  }
}

interface GivenFile {
  readonly address: FigureAddress;
  compare(pages: readonly ShownPage[], facts: DueFacts): Promise<BookComparison>;
}

/** A workbook carries its address; of a text it is told. */
async function givenFile(file: string, at: string | undefined): Promise<GivenFile> {
  const bytes = await bytesOf(file);
  if (/\.csv$/i.test(file)) {
    if (at === undefined) throw new Stop(exits.usage, 'A CSV file contains no address; specify it with --at ADDRESS');
    const address = addressIn(at, '--at');
    return { address, compare: async (pages) => compareCsv(bytes, pages, address.page) };
  }
  const book = await workbookIn(bytes, file);
  const own = at ?? verifyAddressOf(bytes, book);
  if (own === undefined) {
    throw new Stop(
      exits.file,
      `${file} contains no address; export it from the portal, or specify it with --at ADDRESS`,
    );
  }
  const address = addressIn(own, at === undefined ? file : '--at');
  return { address, compare: (pages, facts) => compareWorkbook(book, pages, facts) };
}

async function bytesOf(file: string): Promise<Buffer> {
  try {
    const { size } = await stat(file);
    if (size > limits.maxSourceFile) {
      throw new Stop(exits.file, `${file} is larger than ${limits.maxSourceFile / 1024 / 1024} MiB`);
    }
    return await readFile(file);
  } catch (fault) {
    if (fault instanceof Stop) throw fault;
    throw new Stop(exits.file, `${file} cannot be read: ${fileWords(fault)}`);
  }
}

async function workbookIn(bytes: Uint8Array, file: string) {
  try {
    return await readWorkbook(bytes);
  } catch (fault) {
    if (fault instanceof WorkbookError)
      throw new Stop(exits.file, `${file} is not an exported workbook: ${fault.message}`);
    throw fault;
  }
}

function addressIn(text: string, from: string): FigureAddress {
  const url = URL.canParse(text, 'http://portal.invalid') ? new URL(text, 'http://portal.invalid') : undefined;
  const address = url && parseFigureAddress(url);
  if (address) return address;
  throw new Stop(from === '--at' ? exits.usage : exits.file, `${from} has no address such as /v/ACME/RATES/DAILY/812`);
}

type Proof = Output<typeof call>;

/** Why nothing of the version can be confirmed. */
function refused({ state, newestVersion }: Proof, { topic, version }: FigureAddress, terminal: Terminal): Exit {
  if (state === 'none') throw new Stop(exits.notAllowed, `${topic} not found, or you have no access`);
  const gone = version > newestVersion ? 'does not exist' : 'is no longer kept';
  const why = {
    changed: 'is not stored as it was published; tell your administrator',
    otherkey: 'was signed with a key that the server does not have; tell your administrator',
    unsigned: 'was published before figures were signed, or builds on one that was',
    gone,
    signed: 'is signed',
  }[state];
  terminal.warn(`Not confirmed: version ${version} of ${topic} ${why}`);
  return exits.unconfirmed;
}

interface Telling {
  readonly proof: Proof;
  readonly address: FigureAddress;
  readonly compared: BookComparison;
  readonly isJson: boolean;
}

/** What a file says, without what would steer the terminal. */
function printed(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ');
}

function tell({ proof, address, compared, isJson }: Telling, terminal: Terminal): Exit {
  const { topic, version } = address;
  const { confirmed, others, unknown } = compared;
  const isConfirmed = confirmed > 0 && others.length === 0 && unknown.length === 0;
  const { utc, by, newestVersion } = proof;
  if (isJson) {
    terminal.say(JSON.stringify({ topic, version, utc, by, newestVersion, confirmed, others, unknown }));
    return isConfirmed ? exits.done : exits.unconfirmed;
  }
  for (const { sheet, cell, is, was } of others.slice(0, MOST_TOLD)) {
    terminal.say(
      `Not confirmed: ${cell} on ${printed(sheet)} is ${printed(is ?? 'empty')}; ${printed(was ?? 'nothing')} was published`,
    );
  }
  if (others.length > MOST_TOLD) terminal.say(`Not confirmed: ${others.length - MOST_TOLD} more cells`);
  for (const sheet of unknown) terminal.say(`Not confirmed: ${printed(sheet)} is not a page of the report`);
  const cells = confirmed === 1 ? '1 cell is' : `${confirmed} cells are`;
  terminal.say(`Confirmed: ${cells} as ${by} published them on ${utc}, in version ${version} of ${topic}`);
  if (newestVersion > version) terminal.say(`The newest version is ${newestVersion}`);
  return isConfirmed ? exits.done : exits.unconfirmed;
}
