import { limits } from '@sheetwire/contract/limits';
import type { SignInDeps } from '#identity/sign-in/sign-in.ts';
import { isPast } from '#identity/span.ts';
import type { Actor } from '#lib/actor.ts';
import type { AuditNote } from '#ports/audit.ts';
import type { SessionRecord } from '#ports/sessions.ts';
import type { Stores } from '#ports/stores.ts';
import type { BearerRecord } from '#ports/tokens.ts';
import { hashSecret } from '#secrets/secrets.ts';

export interface OwnLinesDeps extends SignInDeps {
  readonly stores: Pick<Stores, 'now' | 'sessions' | 'storedInfo' | 'users' | 'audit' | 'tokens'>;
}

/** A browser session or add-in credential as its owner is shown it. */
export interface OwnLine {
  /** Names the line and opens nothing: neither the secret nor what it is looked up by. */
  readonly id: string;
  readonly kind: 'browser' | 'addin';
  readonly method: string;
  readonly agent: string;
  readonly address: string;
  readonly startedAt: number;
  readonly seenAt: number;
  readonly lineHash: string;
}

type Owner = Pick<Actor, 'user' | 'lineHash'>;

/** The live sessions and add-in credentials of a user, the latest seen first. */
export async function ownLines({ stores, clock, lines: called }: OwnLinesDeps, { user }: Owner): Promise<OwnLine[]> {
  const [sessions, credentials] = await Promise.all([stores.sessions.listOf(user), stores.tokens.credentialsOf(user)]);
  const now = clock.now();
  const unexpired = credentials.filter((one) => isUnexpired(one, now));
  const lines = [...sessions.map(ofSession), ...unexpired.map(ofCredential)].map((line) => {
    const seenAt = called.lastCall(line.kind === 'browser' ? 'session' : 'bearer', line.lineHash, line.seenAt);
    return { ...line, seenAt: seenAt ?? line.seenAt };
  });
  const isLive = ({ startedAt, seenAt }: OwnLine) =>
    !isPast(seenAt, limits.sessionIdle, now) && !isPast(startedAt, limits.sessionLife, now);
  return lines.filter(isLive).sort((one, other) => other.seenAt - one.seenAt);
}

/** Ends one of the user's own, here and on every node; undefined when there is none of that id. */
export async function endOwnLine(
  deps: OwnLinesDeps,
  owner: Owner,
  { id, address }: { readonly id: string; readonly address: string },
): Promise<OwnLine | undefined> {
  const line = (await ownLines(deps, owner)).find((one) => one.id === id);
  if (line === undefined) return undefined;
  const action = line.kind === 'browser' ? 'session ended' : 'credential ended';
  const note = { at: deps.clock.now(), actor: owner.user, action, object: line.id, address };
  if (line.kind === 'browser') await endBrowser(deps, owner, { line, note });
  if (line.kind === 'addin' && (await deps.stores.tokens.endCredential(line.lineHash, note))) {
    deps.lines.endedLines([line.lineHash]);
  }
  return line;
}

/** Without the end of its stored login the browser would come back by itself. */
async function endBrowser(
  { stores, lines }: OwnLinesDeps,
  owner: Owner,
  { line: { lineHash }, note }: { readonly line: OwnLine; readonly note: AuditNote },
): Promise<void> {
  const session = await stores.sessions.get(lineHash);
  const stays = lineHash === owner.lineHash ? undefined : owner.user;
  if (!session?.family) return lines.endSession(lineHash, { of: owner.user, stays, note });
  await lines.endFamily(owner.user, session.family, { stays, note });
  await lines.endSession(lineHash, { of: owner.user, stays });
}

function ofSession({ idHash, method, agent, address, createdAt, seenAt }: SessionRecord): OwnLine {
  const id = publicId(idHash);
  return { id, kind: 'browser', method, agent, address, startedAt: createdAt, seenAt, lineHash: idHash };
}

function ofCredential({ hash, name, version, address, createdAt, lastUsedAt }: BearerRecord): OwnLine {
  const times = { startedAt: createdAt, seenAt: lastUsedAt ?? createdAt };
  return { id: publicId(hash), kind: 'addin', method: name, agent: version ?? '', address, ...times, lineHash: hash };
}

function isUnexpired({ expiresAt }: BearerRecord, now: number): boolean {
  return expiresAt === null || now < expiresAt;
}

function publicId(lineHash: string): string {
  return hashSecret(`shown ${lineHash}`).slice(0, PUBLIC_ID);
}

const PUBLIC_ID = 22;
