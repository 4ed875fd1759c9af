import type { Gropic } from '@sheetwire/rules/gropic';
import type { Group, User } from '@sheetwire/rules/principal';
import type { Topic } from '@sheetwire/rules/topic';
import { PublishableTopics } from '#areas/publishing/publishable.ts';
import { TopicLists } from '#areas/viewtopics/topic-lists.ts';
import type { Controls } from '#controls/controls.ts';
import type { Looking } from '#controls/looking.ts';
import type { Owner } from '#controls/publisher-sessions.ts';
import type { Route } from '#http/route.ts';
import { Background } from '#identity/account-mail/background.ts';
import { Slices } from '#lib/slices.ts';
import { steadyTime } from '#lib/steady-time.ts';
import { AdminNews } from '#live/admin-news.ts';
import { FollowedTopics } from '#live/bus/followed-topics.ts';
import { CommentRounds } from '#live/comment-rounds.ts';
import { followPresence } from '#live/follow-presence.ts';
import { hearMessage } from '#live/hear-message.ts';
import { LiveHub } from '#live/hub.ts';
import { type MissedEffects, MissedNews } from '#live/missed/missed-news.ts';
import { PublisherNews } from '#live/publisher-news.ts';
import { applyRights } from '#live/rights-effects.ts';
import { RightsNow } from '#live/rights-now.ts';
import { TopicNews } from '#live/topic-news.ts';
import { Watching } from '#live/watching.ts';
import { isViewable, type ViewingDeps } from '#policies/viewing.ts';
import type { TopicHead } from '#ports/report-log.ts';
import type { UserEnd } from '#ports/sessions.ts';
import { ReportEngine } from '#report/engine.ts';
import { toldVersion } from '#report/from-log/told-steps.ts';
import type { OwnVersion } from '#report/own-version.ts';
import { Publishers } from '#report/publishers.ts';
import type { VersionStep } from '#report/recent-steps.ts';
import { proves, secretHasher } from '#report/secrets.ts';
import { SnapshotDates } from '#report/snapshot-dates.ts';
import type { RightsStep } from '#rights/rights-index.ts';
import { TopicIndex } from '#rights/topic-index.ts';
import { Guarding } from './guarding.ts';
import { heardFromNodes } from './heard-from-nodes.ts';
import { lastPublishIn, openControls, tellSecret } from './open-controls.ts';
import type { ReportingDeps } from './reporting-deps.ts';
import { reportingRoutes } from './reporting-routes.ts';
import { tailorOf } from './stream-tailor.ts';
import { type Unattended, unattended } from './unattended.ts';

const CACHE_BYTES = 512 * 1024 * 1024;

/** Everything of reports that lives as long as the server: versions, rights, streams, and the routes on them. */
export class Reporting {
  readonly engine: ReportEngine;
  readonly hub: LiveHub;
  readonly routes: readonly Route[];
  readonly lists: TopicLists;
  readonly #publishable: PublishableTopics;
  readonly viewing: ViewingDeps;
  readonly snapshotDates: SnapshotDates;
  readonly #deps: ReportingDeps;
  readonly #watching: Watching;
  readonly #news: TopicNews;
  readonly publishers: Publishers;
  /** Versions that were told, by who made them and in which form. */
  readonly versions = { own: { delta: 0, whole: 0 }, other: { delta: 0, whole: 0 } };
  readonly refusalRows: Background;
  readonly #comments: CommentRounds;
  readonly followed: FollowedTopics;
  readonly #rights: RightsNow;
  readonly #index = new TopicIndex();
  readonly #telling: Slices;
  readonly adminNews: AdminNews;
  readonly #missed: MissedNews;
  readonly #publisherNews: PublisherNews;
  readonly #controls: Controls;
  readonly #looking: Looking;
  readonly #guarding: Guarding;
  readonly #guarded: Unattended['guarded'];
  readonly #inBackground: Unattended['inBackground'];
  /** Told what the store says has changed, whoever told of it before. */
  onMissed: MissedEffects = { rights: () => undefined, ended: () => undefined };

  constructor(deps: ReportingDeps) {
    this.#deps = deps;
    ({ guarded: this.#guarded, inBackground: this.#inBackground } = unattended(deps.onFault));
    this.#rights = new RightsNow({ ...deps, onChange: (step) => this.#onRights(step) });
    this.#telling = new Slices(deps.onFault);
    this.refusalRows = new Background({ ...deps, within: 0, what: 'rows of the audit log' });
    const secrets = secretHasher(deps.secretKey);
    this.#guarding = new Guarding(deps, {
      viewers: (topic, sinceUtc) => this.#guarded(() => this.adminNews.tellWaiting(topic, sinceUtc)),
      viewer: (watch, sinceUtc) => this.adminNews.tellWaitingTo(watch, sinceUtc),
      admins: (kind, gropic) => this.#guarded(() => this.adminNews.tell(kind, gropic)),
      rights: () => this.#rights.now,
    });
    this.engine = new ReportEngine({
      guard: this.#guarding.guard,
      log: deps.stores.reports,
      clock: deps.clock,
      cleaner: deps.cleaner,
      limits: deps.limits,
      addresseesOf: (names) => deps.stores.users.addressees(names),
      cacheBytes: CACHE_BYTES,
      onVersion: (step, own) => this.#guarded(() => this.#onVersion(step, own)),
      onStanding: (before, after) => this.#guarded(() => this.#onStanding(before, after)),
      isWatched: (topic) => this.hub.isWatched(topic),
      onKept: deps.times.onKept,
      onDoubt: () => this.#missed.doubts.note(),
      isAlone: deps.stores.presence === undefined,
      steps: deps.tracing,
    });
    this.viewing = viewingBy(() => this.#rights.now, secrets);
    this.hub = new LiveHub(tailorOf(this.engine), deps.onFault);
    this.followed = new FollowedTopics({ ...deps, refresh: (topic) => this.engine.refresh(topic) });
    this.hub.onWatched = (topic, isWatched) => this.followed[isWatched ? 'began' : 'ended'](topic);
    this.#watching = new Watching({ ...this.viewing, engine: this.engine, onFault: deps.onFault }, this.hub);
    this.lists = new TopicLists({
      ...this.viewing,
      topicsOf: (one) => this.#index.eachOf(this.#rights.now, one),
      isSeen: (one, topic) => isViewable(this.viewing, one, this.engine.head(topic)),
      sameFor: (one) => this.#index.sameFor(this.#rights.now, one),
    });
    this.#publishable = new PublishableTopics({
      ...this.viewing,
      ownedBy: (who) => this.#index.ownedBy(this.#rights.now, who),
    });
    const news = { ...this.viewing, hub: this.hub, telling: this.#telling };
    this.adminNews = new AdminNews({ ...deps, ...news });
    this.#news = new TopicNews({ ...news, rights: () => this.#rights.now });
    this.#comments = new CommentRounds(this.hub, deps.onFault);
    const effects = () => this.onMissed;
    this.#missed = new MissedNews(deps, { engine: this.engine, hub: this.hub, rights: this.#rights, effects });
    this.snapshotDates = new SnapshotDates(deps.stores.snapshots, deps.clock);
    this.publishers = new Publishers(deps.clock);
    this.#publisherNews = new PublisherNews({ ...deps, hub: this.hub, publishers: this.publishers });
    const timed = { ...deps, onEnded: deps.times.onControlEnded };
    ({ controls: this.#controls, looking: this.#looking } = openControls(timed, this.engine, this.#publisherNews));
    this.routes = this.#makeRoutes(secrets);
  }

  /** Listens to the bus, then reads catalogue and rights: what changes meanwhile is not missed. */
  async start(): Promise<void> {
    const heard = heardFromNodes({
      engine: this.engine,
      tracing: this.#deps.tracing,
      rights: this.#rights,
      readRights: () => this.readRights(),
      publisherNews: this.#publisherNews,
      controls: this.#controls,
      guarding: this.#guarding,
      adminNews: this.adminNews,
      tellDates: (topic) => this.#tellDates(topic),
      guarded: this.#guarded,
      inBackground: this.#inBackground,
    });
    this.#deps.bus.onMessage((message) => hearMessage(message, heard));
    followPresence(this.#deps, {
      hub: this.hub,
      missed: this.#missed.versions,
      readRights: () => this.rightsChanged(),
    });
    // The look that it leads to begins after the loss was noted.
    this.#deps.bus.onGap(() => this.#onGap());
    await this.#missed.begin();
    await this.engine.start();
    await this.#guarding.begin(this.engine);
    this.#publisherNews.remember(await this.#deps.stores.controls.lapsed(), lastPublishIn(this.engine));
    await this.rightsChanged();
    this.#comments.start();
    this.followed.start();
    this.#missed.start();
    this.#looking.start();
  }

  /**
   * Reads the rights again after a change of them, here or on another node: open streams follow at once. With a gropic
   * only its lists are read.
   */
  rightsChanged(gropic?: Gropic): Promise<void> {
    return this.#rights.changed(gropic === undefined ? 'all' : { gropic });
  }

  /** A group came or has other members: here, and told to all other nodes. */
  async tellGroup(group: Group): Promise<void> {
    this.#deps.bus.send({ kind: 'rights', group });
    await this.#rights.changed({ group });
  }

  /** As `rightsChanged`, for the node on which they were changed: all others follow too. */
  async tellRights(gropic?: Gropic): Promise<void> {
    this.#deps.bus.send({ kind: 'rights', ...(gropic !== undefined && { gropic }) });
    await this.rightsChanged(gropic);
  }

  /** As `tellRights`, where the store has noted by name what changed: no node reads more than that. */
  async tellNotedRights(): Promise<void> {
    this.#deps.bus.send({ kind: 'rights', isNoted: true });
    await this.readRights();
  }

  /** Reads what the store has noted of changes in the rights; who asks meanwhile shares the next reading. */
  readRights(): Promise<void> {
    return this.#missed.rights.look();
  }

  /** An account came, went, or belongs to another directory person; without a name any may. */
  accountsChanged(user?: User): Promise<void> {
    return this.#rights.changed(user === undefined ? 'accounts' : { user });
  }

  /** Tells the browsers of administrators, here and on the other nodes, what they should ask for again (interfaces 7). */
  tellAdmins(kind: string, gropic?: Gropic): void {
    this.adminNews.tell(kind, gropic);
    this.#deps.bus.send({ kind: 'admin', list: kind, ...(gropic !== undefined && { gropic }) });
  }

  /** Looks at once for what other nodes hold, and releases what is due. */
  releaseDue(): Promise<void> {
    return this.#guarding.looked();
  }

  /** A snapshot was taken: the calendars of its viewers follow, here and on the other nodes. */
  snapshotTaken(topic: Topic): void {
    this.#guarded(() => this.#tellDates(topic));
    this.#deps.bus.send({ kind: 'snapshot', topic });
  }

  /** Ends the streams of a session or bearer that is gone, and what it publishes. */
  lineEnded(lineHash: string): void {
    this.#inBackground(this.#controls.signedOut((owner) => owner.lineHash === lineHash));
    for (const stream of this.hub.streamsOfLine(lineHash)) this.hub.end(stream, 'ended');
  }

  /** Ends every stream of a user who was disabled or removed; with a new password those of API keys go on. */
  userEnded(user: User, what: UserEnd): void {
    for (const stream of this.hub.streamsOf(user)) {
      if (what === 'everything' || stream.owner.kind !== 'apikey') this.hub.end(stream, 'ended');
    }
    const isGone = (owner: Owner) => owner.user === user && (what === 'everything' || !owner.isKey);
    this.#inBackground(this.#controls.signedOut(isGone));
  }

  /** Lets go of the viewers' lines, which an HTTP server that stops would wait for. */
  async endStreams(): Promise<void> {
    this.#controls.stop();
    await this.#looking.stop();
    await this.#guarding.stop();
    await this.#missed.stop();
    await this.#rights.stop();
    this.#comments.stop();
    this.followed.stop();
    this.#watching.stop();
    this.#telling.stop();
    this.hub.close();
  }

  async close(): Promise<void> {
    await this.endStreams();
    await this.refusalRows.settle();
    await this.engine.close();
    await this.#deps.books.close();
  }

  #makeRoutes(secrets: ReturnType<typeof secretHasher>): Route[] {
    return reportingRoutes(this.#deps, {
      engine: this.engine,
      viewing: this.viewing,
      readRights: () => this.readRights(),
      hub: this.hub,
      lists: this.lists,
      snapshotDates: this.snapshotDates,
      publishable: this.#publishable,
      watching: this.#watching,
      publishers: this.publishers,
      news: this.#publisherNews,
      controls: this.#controls,
      guarding: this.#guarding,
      secrets,
      refusalRows: this.refusalRows,
    });
  }

  #onVersion(step: VersionStep, own: OwnVersion | undefined): Promise<void> | undefined {
    this.versions[own ? 'own' : 'other'][step.ops ? 'delta' : 'whole']++;
    if (!own) return this.hub.broadcast(step);
    const { bus, tracing, times, clock } = this.#deps;
    bus.send(toldVersion(step, own, tracing?.here()));
    const end = tracing?.begin('tell viewers');
    return this.hub.broadcast(step, () => {
      times.onTold(steadyTime(clock) - own.since);
      end?.();
    });
  }

  /** Who watched a report that now has a secret hears no more of it; lists follow (semantics 2). */
  #onStanding(before: TopicHead | undefined, after: TopicHead | undefined): void {
    this.#index.topicChanged(before, after);
    this.lists.changed(before, after);
    this.#publishable.changed();
    if (before) this.#watching.recheck(before.topic);
    tellSecret(this.#controls, before, after);
    this.#news.topicChanged(before, after);
  }

  #onRights(step: RightsStep): void {
    applyRights({ index: this.#index, watching: this.#watching, news: this.#news, adminNews: this.adminNews }, step);
    this.#controls.rightsChanged();
  }

  /** A message that was lost may have told of anything; of rights the store says what changed. */
  #onGap(): void {
    this.#inBackground(this.#missed.look());
    this.#controls.noteLoss();
    this.#looking.look();
    this.#guarding.onGap();
  }

  #tellDates(topic: Topic): void {
    this.#guarding.guard.snapshotTaken(topic);
    this.snapshotDates.forget(topic);
    this.hub.tell(topic, 'admin', { kind: 'dates', gropic: topic });
  }
}

function viewingBy(rights: ViewingDeps['rights'], secrets: ReturnType<typeof secretHasher>): ViewingDeps {
  return {
    rights,
    provesViewSecret: ({ topic, viewSecret: kept }, given) => proves(secrets, topic, { purpose: 'view', kept, given }),
  };
}
