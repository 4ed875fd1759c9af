import * as calls from '@sheetwire/contract/viewtopics';
import { on, type Route } from '#http/route.ts';
import { LastAnswers, topicsDetails, type ViewTopicsDeps } from './topics-details.ts';

export function viewTopicsRoutes(deps: ViewTopicsDeps): Route[] {
  const all = { ...deps, answers: new LastAnswers() };
  return [on(calls.topicsDetails, 'bearer-or-session', (input, request) => topicsDetails(all, input, request))];
}
