import { limits } from '@sheetwire/contract/limits';
import type { Topic } from '@sheetwire/rules/topic';
import { guardRoutes } from '#areas/guard/routes.ts';
import { liveRoutes } from '#areas/live/routes.ts';
import { OfficeReader } from '#areas/publish/office-reader.ts';
import type { PublishDeps } from '#areas/publish/publish-deps.ts';
import { publishWorkbook, withWorkbook } from '#areas/publish/publish-workbook.ts';
import { publishRoutes } from '#areas/publish/routes.ts';
import type { PublishableTopics } from '#areas/publishing/publishable.ts';
import { publishingRoutes } from '#areas/publishing/routes.ts';
import { PastVisits } from '#areas/reports/past/visits.ts';
import { reportsRoutes } from '#areas/reports/routes.ts';
import { viewTopicsRoutes } from '#areas/viewtopics/routes.ts';
import type { TopicLists } from '#areas/viewtopics/topic-lists.ts';
import type { Controls } from '#controls/controls.ts';
import { topicAt } from '#http/linked-files/address.ts';
import type { Route } from '#http/route.ts';
import type { Background } from '#identity/account-mail/background.ts';
import type { Actor } from '#lib/actor.ts';
import { PublishRate } from '#lib/publish-rate.ts';
import { RefusalNotes } from '#lib/refused/refusal-notes.ts';
import { Turns } from '#lib/turns.ts';
import type { LiveHub } from '#live/hub.ts';
import type { PublisherNews } from '#live/publisher-news.ts';
import type { Watching } from '#live/watching.ts';
import { type ViewingDeps, viewOf } from '#policies/viewing.ts';
import { keptFor } from '#ports/past/retention.ts';
import type { ReportEngine } from '#report/engine.ts';
import { encodePage, encodeShortPage } from '#report/packed/encode-page.ts';
import type { Publishers } from '#report/publishers.ts';
import type { secretHasher } from '#report/secrets.ts';
import type { SnapshotDates } from '#report/snapshot-dates.ts';
import { FigureKeys } from '#secrets/figure-keys.ts';
import { SecretGuesses } from '#secrets/secret-guesses.ts';
import { viewSecretGuard } from '#secrets/view-secret-guard.ts';
import { controlRefusals } from './control-refusals.ts';
import { type Guarding, guardReads } from './guarding.ts';
import type { ReportingDeps } from './reporting-deps.ts';

/** What of reports the routes reach. */
interface ReportingParts {
  readonly engine: ReportEngine;
  readonly viewing: ViewingDeps;
  readonly readRights: PublishDeps['readRights'];
  readonly hub: LiveHub;
  readonly lists: TopicLists;
  readonly publishable: PublishableTopics;
  readonly snapshotDates: SnapshotDates;
  readonly watching: Watching;
  readonly publishers: Publishers;
  readonly news: PublisherNews;
  readonly controls: Controls;
  readonly guarding: Guarding;
  /** Where rows of the audit log are written that no answer waits for. */
  readonly refusalRows: Background;
  readonly secrets: ReturnType<typeof secretHasher>;
}

/** The routes on reports: publishing, viewing, lists, streams and controls, each with its rates. */
export function reportingRoutes(deps: ReportingDeps, parts: ReportingParts): Route[] {
  const { engine, viewing, hub, lists, watching, controls } = parts;
  const { clock } = deps;
  const guesses = new SecretGuesses(deps.stores.secretGuesses, clock);
  const guardViewSecret = viewSecretGuard({ viewing, guesses, refusals: new RefusalNotes(clock), clock });
  const pastTurns = new Turns(limits.log.turns);
  const publish = {
    ...publishDeps(deps, parts, guesses),
    marks: deps.stores.marks,
    pastTurns: new Turns(limits.log.turns),
  };
  return [
    ...publishRoutes(publish),
    ...publishingPage(deps, parts, publish),
    ...rulesOfReports(deps, parts),
    ...reportsRoutes({
      ...viewing,
      engine,
      readRights: parts.readRights,
      guardViewSecret,
      heldNow: (topic) => parts.guarding.guard.waiting(topic),
      publishers: parts.publishers,
      isCutOff: () => hub.isCutOff,
      snapshots: deps.stores.snapshots,
      snapshotDates: (topic) => parts.snapshotDates.of(topic),
      past: deps.stores.past,
      figureKeys: new FigureKeys(deps.secretKey),
      keptOf: (topic) => keptFor(deps.stores.retention, deps.kept, topic),
      visits: new PastVisits(deps.stores.audit, clock),
      pastRate: new PublishRate(clock, limits.log.perUser),
      pastTurns,
      marks: deps.stores.marks,
      cleaner: deps.cleaner,
      encode: { whole: encodePage, short: encodeShortPage },
      storeNow: () => deps.stores.now(),
      controls,
      controlRates: {
        user: new PublishRate(clock, limits.controls.perUser),
        topic: new PublishRate(clock, limits.controls.perTopic),
      },
      noteRefusal: controlRefusals({ ...deps.stores, clock, background: parts.refusalRows }),
    }),
    ...viewTopicsRoutes({ lists }),
    ...liveRoutes({
      hub,
      watching,
      chance: deps.chance,
      maxStreams: limits.maxStreamsPerUser,
      guardViewSecret,
      head: (topic) => engine.head(topic),
      lastAsked: new WeakMap(),
      onWatched: (stream) => parts.guarding.watched(stream),
    }),
  ];
}

function publishDeps(
  { stores, clock, callers, cleaner, books, publishRate, maxBody, office, limits: bounds }: ReportingDeps,
  { engine, viewing, readRights, secrets, controls, news, guarding }: ReportingParts,
  guesses: SecretGuesses,
): Omit<PublishDeps, 'marks' | 'pastTurns'> {
  return {
    engine,
    guard: guarding.guard,
    guardStore: stores.guard,
    rights: viewing.rights,
    readRights,
    callers,
    secrets,
    guesses,
    rate: new PublishRate(clock, publishRate),
    audit: stores.audit,
    refusals: new RefusalNotes(clock),
    refused: news.refused,
    clock,
    maxBody,
    renders: new Turns(limits.workbook.turns),
    office: new OfficeReader({ program: office, turns: new Turns(limits.office.turns) }),
    books,
    valueTurns: new Turns(limits.values.turns),
    maxBytes: bounds.bytes,
    readCells: (body, owner) => cleaner.readCells(body, owner),
    readReport: (body, owner) => cleaner.readReport(body, bounds, owner),
    heard: news.heard.bind(news),
    controls,
    linkedFiles: stores.linkedFiles,
    topicAt: (names, actor) => topicAt(names, (topic) => isKnownTo({ engine, viewing }, actor, topic)),
  };
}

/** To who may neither see nor publish a report there is none of that name: it takes no address from another one. */
function isKnownTo(
  { engine, viewing }: Pick<ReportingParts, 'engine' | 'viewing'>,
  actor: Actor,
  topic: Topic,
): boolean {
  const head = engine.head(topic);
  if (head === undefined) return false;
  return (
    viewing.rights().mayPublish(actor.user, topic) || viewOf(viewing, { head, actor, viewSecret: undefined }).mayView
  );
}

/** What admins of reports are asked before a publish is seen. */
function rulesOfReports(deps: ReportingDeps, { engine, viewing, guarding }: ReportingParts): Route[] {
  return guardRoutes({
    ...guardReads(deps),
    past: deps.stores.past,
    guard: guarding.guard,
    guardStore: deps.stores.guard,
    engine,
    rights: viewing.rights,
    rehearsals: new Turns(limits.guard.turns),
    looks: new Turns(limits.log.turns),
    lookRate: new PublishRate(deps.clock, limits.log.perUser),
    onRules: (topic) => guarding.rulesSaved(topic),
  });
}

/** It shares the turns of workbooks and the list of refusals with the calls of publishers. */
function publishingPage(deps: ReportingDeps, parts: ReportingParts, publish: PublishDeps): Route[] {
  return publishingRoutes({
    ...publish,
    ...parts,
    log: deps.stores.reports,
    past: deps.stores.past,
    retention: deps.stores.retention,
    kept: deps.kept,
    storeNow: () => deps.stores.now(),
    topics: parts.publishable,
    rate: new PublishRate(deps.clock, limits.publishing.perUser),
    cleaner: deps.cleaner,
    limits: deps.limits,
    withWorkbook: (request, wire, use) => withWorkbook(publish, request, wire, use),
    publishWorkbook: (request, wire) => publishWorkbook(publish, request, wire),
  });
}
