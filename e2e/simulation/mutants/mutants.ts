import type { Play } from '../play.ts';
import { scenes } from '../scenes.ts';

/** A text of a module, and what stands in its place. */
export interface Change {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** A fault that was mended, as the texts that bring it back, and how it is brought to light. */
export interface Mutant extends Omit<Play, 'seed' | 'bounds'> {
  readonly changes: readonly Change[];
  /** What the simulation tells of it. */
  readonly told: RegExp;
}

const server = 'apps/server/src';

/** Told and shown is what was kept, and nothing else (decision 54). */
const kept = {
  'told before it is kept': {
    changes: [
      {
        file: `${server}/report/versions.ts`,
        from: `    await entry.whileWriting(async () => {
      await this.#keep(entry, append);`,
        to: `    const early = { isLive: true, changesHead: hasSecrets, cleaner, since: entry.since };
    await this.#tell(entry, { topic, from: base, to: version, time, sender, ops }, early);
    await entry.whileWriting(async () => {
      await this.#keep(entry, append);`,
      },
    ],
    told: /^(back|two contents|lost)/,
    kinds: ['store restarted', 'killed before a commit', 'questions to the store lost'],
  },
  'read before it is kept': {
    changes: [
      { file: `${server}/report/engine.ts`, from: '    while (entry?.writing) await entry.writing;\n', to: '' },
    ],
    told: /^(back|two contents|torn|invented)/,
    ...scenes['slow store, lines cut'],
    kinds: ['slow store', 'questions to the store lost'],
  },
  'a late answer of the store counts as a failure': {
    changes: [
      {
        file: `${server}/report/versions.ts`,
        from: `      entry.forget();
      entry.inTurn(() => this.load(entry)).catch(() => undefined);
`,
        to: '',
      },
    ],
    told: /^refused: .* 409/,
    kinds: ['answers of the store lost'],
  },
} as const satisfies Record<string, Mutant>;

/** What changes nothing is compared with the newest version, whoever made it. */
const newest = {
  'what changes nothing here is taken for what viewers see': {
    changes: [
      {
        file: `${server}/report/versions.ts`,
        from: '    await this.assertNewest(entry, version);\n    return { version, time, changed: false };\n',
        to: '    return { version, time, changed: false };\n',
      },
    ],
    told: /^undone/,
    kinds: ['messages lost'],
    isDense: true,
    rhythm: 'busy',
  },
} as const satisfies Record<string, Mutant>;

/** What is lost on the bus is noticed by the next that comes, or by that nothing comes (decision 87). */
const uncounted: readonly Change[] = [
  {
    file: `${server}/live/bus/peers.ts`,
    from: '    const isMissing = peer !== undefined && !isLast && !peer.isAnyNext && count > before + 1;\n',
    to: '    const isMissing = false;\n',
  },
  { file: `${server}/live/bus/peers.ts`, from: '    return isMissed;\n', to: '    return false;\n' },
];

/** What a server that hears nothing finds out by itself (decision 3, decision 55). */
const found = {
  'a server that is cut off looks live': {
    changes: [{ file: `${server}/live/follow-presence.ts`, from: '    else hub.cutOff();\n', to: '' }],
    told: /^looks live/,
    kinds: ['cut from the store', 'store says nothing'],
  },
  'a lost message hides a version': {
    changes: [
      {
        file: `${server}/live/missed/missed-versions.ts`,
        from: '    this.#timer = setInterval(() => this.look(), limits.missedVersions.every);\n    this.#timer.unref();\n',
        to: '',
      },
      ...uncounted,
    ],
    told: /^(untrue|not whole)/,
    kinds: ['messages lost'],
    isDense: true,
    rhythm: 'quiet',
  },
  'a lost message leaves a right': {
    changes: [
      {
        file: `${server}/live/missed/missed-rights.ts`,
        from: '    this.#timer = setInterval(() => void this.look().catch(this.#deps.onFault), limits.missedVersions.every);\n    this.#timer.unref();\n',
        to: '',
      },
      ...uncounted,
    ],
    told: /^right/,
    kinds: ['messages lost'],
    isDense: true,
    rhythm: 'quiet',
  },
  'a slow store is waited for though another server cannot be heard': {
    changes: [
      {
        file: `${server}/live/follow-presence.ts`,
        from: '    if (hub.isCutOff || !mayMiss()) return;\n',
        to: '    return;\n',
      },
    ],
    told: /^untrue/,
    kinds: ['slow store', 'bus says nothing'],
    isDense: true,
  },
  'a slow store is waited for though something was lost': {
    changes: [
      {
        file: `${server}/live/follow-presence.ts`,
        from: ' || missed.isLossOpen;',
        to: ';',
      },
    ],
    told: /^untrue/,
    kinds: ['slow store', 'messages lost'],
    isDense: true,
  },
  'a version that is known and not read is not told': {
    changes: [{ file: `${server}/live/missed/missed-news.ts`, from: '    this.#unread.start();\n', to: '' }],
    told: /^untrue/,
    ...scenes['answers lost and slow everywhere'],
  },
  'who was told of nothing is sent back': {
    changes: [{ file: `${server}/areas/reports/report.ts`, from: 'reportTime === NOTHING || ', to: '' }],
    told: /^back/,
    kinds: ['cut from the bus', 'bus says nothing'],
  },
} as const satisfies Record<string, Mutant>;

/** Who follows is told what changed, and costs the store no more than a version is worth (decision 76). */
const followed = {
  'steps that fit only the head': {
    changes: [
      {
        file: `${server}/report/from-log/logged-steps.ts`,
        from: '  const steps = logged?.filter(({ version }) => version <= to);\n',
        to: '  const steps = logged;\n',
      },
      {
        file: `${server}/report/from-log/load-report.ts`,
        from: '  const steps = logged?.filter(({ version }) => version <= head.version);\n',
        to: '  const steps = logged;\n',
      },
    ],
    told: /^fetched: [1-9]/,
    // Steps that were read for nothing are read again with the whole: one newer version shows where nothing is in memory,
    // as after a write whose answer was lost; elsewhere only a second one does.
    kinds: ['answers of the store lost', 'slow store'],
    isDense: true,
  },
  'who comes back is told to fetch what is being read': {
    changes: [{ file: `${server}/live/hub.ts`, from: ' && !watch.isCatchingUp', to: '' }],
    told: /^fetched: .* [1-9]\d* behind/,
    ...scenes['slow store, lines cut'],
  },
  'every server reads every version whole, watched or not': {
    changes: [
      {
        file: `${server}/assembly/heard-from-nodes.ts`,
        from: 'const follow = () => engine.follow(topic, told);',
        to: 'const follow = () => engine.refresh(topic);',
      },
      {
        file: `${server}/report/versions.ts`,
        from: `    if (!this.isWatched(topic)) this.noteHead(seen);
    else if (!entry.state || !(await this.#goAhead(entry, entry.state, seen))) await this.#fetch(entry);`,
        to: '    await this.#fetch(entry);',
      },
      {
        file: `${server}/report/from-log/following.ts`,
        from: 'return !this.#parts.entries.peek(topic) && !this.#parts.versions.isWatched(topic);',
        to: 'return false;',
      },
    ],
    told: /^read: /,
    kinds: [],
  },
} as const satisfies Record<string, Mutant>;

const others = {
  'a clock that is set back refuses publishes': {
    changes: [
      {
        file: `${server}/lib/publish-rate.ts`,
        from: `    const now = steadyTime(this.#clock);
    const known = this.#buckets.get(credential);
    // Where the time of day serves, one that is set back must not lock anybody out (safety 3).
    if (known && known.at > now) known.at = now;`,
        to: `    const now = this.#clock.now();
    const known = this.#buckets.get(credential);`,
      },
    ],
    told: /^refused: .* 429/,
    kinds: ['clock set forward', 'clock set back'],
  },
} as const satisfies Record<string, Mutant>;

/** What the store did is answered 503, with the time to come again, and never 500 (decision 55). */
const answered = {
  'a store that is away is a fault of the server': {
    changes: [
      {
        file: `${server}/http/error-handler.ts`,
        from: "  if (error instanceof StoreFault) return new Refusal('store_unavailable');\n",
        to: '',
      },
      {
        file: `${server}/report/store-fault.ts`,
        from: '  if (!(error instanceof StoreFault)) return error;\n',
        to: '  return error;\n',
      },
    ],
    told: /^fault: \/api\//,
    kinds: ['store restarted', 'questions to the store lost'],
  },
} as const satisfies Record<string, Mutant>;

export const mutants = { ...kept, ...newest, ...found, ...followed, ...answered, ...others };

export type MutantName = keyof typeof mutants;
export const mutantNames: readonly MutantName[] = Object.keys(mutants).filter(isMutant);

export function isMutant(text: string): text is MutantName {
  return text in mutants;
}
