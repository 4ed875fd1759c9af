/** What people call a place today, for zones that the time zone names of the runtime still call otherwise. */
const TODAY: readonly (readonly [zone: string, today: string])[] = [
  ['Africa/Asmera', 'Asmara'],
  ['America/Coral_Harbour', 'Atikokan'],
  ['America/Godthab', 'Nuuk'],
  ['Asia/Calcutta', 'Kolkata'],
  ['Asia/Katmandu', 'Kathmandu'],
  ['Asia/Rangoon', 'Yangon'],
  ['Asia/Saigon', 'Ho Chi Minh'],
  ['Atlantic/Faeroe', 'Faroe'],
  ['Europe/Kiev', 'Kyiv'],
  ['Pacific/Enderbury', 'Kanton'],
  ['Pacific/Ponape', 'Pohnpei'],
  ['Pacific/Truk', 'Chuuk'],
];

interface Locations {
  readonly names: readonly string[];
  /** The zone of each location by its name in small letters, former names too. */
  readonly zones: ReadonlyMap<string, { readonly name: string; readonly zone: string }>;
}

let known: Locations | undefined;

/** The locations of daily snapshots in order: the city part of each IANA zone (semantics 6). */
export function snapshotLocations(): readonly string[] {
  return locations().names;
}

/** The IANA zone of a location, undefined for one that does not exist; its letters may be large or small. */
export function zoneOfLocation(location: string): string | undefined {
  return locations().zones.get(location.trim().toLowerCase())?.zone;
}

/** A location as the list writes it; undefined for one that does not exist. */
export function parseSnapshotLocation(text: string): string | undefined {
  return locations().zones.get(text.trim().toLowerCase())?.name;
}

function locations(): Locations {
  known ??= readLocations(Intl.supportedValuesOf('timeZone'));
  return known;
}

/** Of two zones whose city parts are the same, both carry the region: `Louisville (Kentucky)`. */
function readLocations(all: readonly string[]): Locations {
  const today = new Map(TODAY);
  const zones = new Map<string, { name: string; zone: string }>();
  const cities = Map.groupBy(all, (zone) => today.get(zone) ?? cityOf(zone));
  const names: string[] = [];
  for (const [city, own] of cities) {
    for (const zone of own) {
      const name = own.length === 1 ? city : `${city} (${regionOf(zone)})`;
      names.push(name);
      zones.set(name.toLowerCase(), { name, zone });
    }
  }
  for (const [zone, name] of TODAY) {
    const former = cityOf(zone).toLowerCase();
    if (all.includes(zone) && !zones.has(former)) zones.set(former, { name, zone });
  }
  return { names: names.sort(), zones };
}

function cityOf(zone: string): string {
  return spaced(zone.slice(zone.lastIndexOf('/') + 1));
}

function regionOf(zone: string): string {
  return spaced(zone.split('/').at(-2) ?? zone);
}

function spaced(part: string): string {
  return part.replaceAll('_', ' ');
}
