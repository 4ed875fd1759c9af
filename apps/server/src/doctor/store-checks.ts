import { controlSocketPath, sendCommand } from '#identity/operator/control-socket.ts';
import { claimGroups } from '#policies/claiming.ts';
import type { Settings } from '#settings/settings.ts';
import { numberedWords } from '#storage/one-name/numbered-names.ts';
import type { StoreLook } from '#storage/store-look.ts';
import { type Check, doctorExits, type Note, ok, warn } from './check.ts';

/** The store and whom it knows; one look serves them all. */
export function storeChecks(settings: Settings, look: Promise<StoreLook>): Check[] {
  const exit = settings.databaseUrl === '' ? doctorExits.file : doctorExits.network;
  return [
    { name: 'store', exit, run: () => checkStore(settings, look) },
    { name: 'names', exit, run: async () => checkNames(await look) },
    { name: 'admins', exit: doctorExits.usage, run: async () => checkAdmins(settings, await look) },
    { name: 'claim', exit: doctorExits.usage, run: async () => checkClaim(settings, await look) },
    { name: 'license', exit: doctorExits.usage, run: async () => checkSeats(settings, await look) },
  ];
}

async function checkStore({ databaseUrl, dataDir }: Settings, looking: Promise<StoreLook>): Promise<readonly Note[]> {
  const server = databaseUrl === '' ? await serverWords(dataDir) : '';
  const look = await looking;
  if (!look.isMade) return [ok(`${look.engine}: not created yet; the first start creates it${server}`)];
  if (look.readOnly !== '') throw new Error(look.readOnly);
  if (look.unknown.length > 0) {
    throw new Error(`created by a newer Sheetwire (${look.unknown.join(', ')}); run that version or later`);
  }
  if (look.pending.length > 0) {
    return [warn(`${look.engine}: the next start upgrades it (${look.pending.join(', ')})${server}`)];
  }
  const users = look.people?.users ?? 0;
  return [ok(`${look.engine}, up to date, ${users} ${users === 1 ? 'user' : 'users'}${server}`)];
}

/** The server that holds the embedded store answers on its socket; it is asked for nothing. */
async function serverWords(dataDir: string): Promise<string> {
  try {
    return (await sendCommand(controlSocketPath(dataDir), {})) === undefined
      ? '; no server is using it'
      : '; a server is using it';
  } catch {
    return '; a server is using it as another user';
  }
}

function checkNames({ numbered }: StoreLook): readonly Note[] {
  if (numbered.length === 0) return [ok('all unique')];
  return numbered.map((name) => warn(numberedWords(name)));
}

function checkAdmins({ superAdmins, superAdminGroup }: Settings, { people }: StoreLook): readonly Note[] {
  const group = superAdminGroup === '' ? [] : [`the members of ${superAdminGroup}`];
  const named = [...superAdmins, ...group];
  if (named.length === 0) return [warn('there are no super administrators; set SHEETWIRE_SUPER_ADMINS')];
  const missing = people === undefined ? [] : superAdmins.filter((name) => !people.names.has(name));
  const notes = missing.map((name) => warn(`there is no user ${name} yet; add it with sheetwire user add`));
  return [ok(`super administrators: ${named.join(', ')}`), ...notes];
}

/** Who may become admin of what nobody administers. */
function checkClaim({ claim, unadministered }: Settings, { people }: StoreLook): readonly Note[] {
  const groups = claimGroups(claim);
  if (unadministered === 'none' && groups.length > 0) {
    return [
      warn('SHEETWIRE_CLAIM has no effect with SHEETWIRE_UNADMINISTERED=none; only super administrators can claim'),
    ];
  }
  if (claim === 'super' || unadministered === 'none') return [ok('super administrators')];
  if (claim === 'entity') return [ok('every user, in their own entity')];
  const missing = people === undefined ? [] : groups.filter((name) => !people.names.has(name));
  const alone = (name: string) => `there is no group ${name}; only super administrators can claim`;
  return [ok(`the members of ${groups.join(', ')}, each in its entity`), ...missing.map((name) => warn(alone(name)))];
}

function checkSeats({ licenseSeats }: Settings, { people }: StoreLook): readonly Note[] {
  if (licenseSeats === 0) return [ok('unlimited users')];
  const held = people?.seatsHeld ?? 0;
  const line = `${held} of ${licenseSeats} seats are in use`;
  return [held < licenseSeats ? ok(line) : warn(`${line}; new users must wait`)];
}
