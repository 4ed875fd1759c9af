import { once } from 'node:events';
import { createCaller } from '@sheetwire/client/caller';
import { publishLimits } from '../../scripts/demo/limits/limits-publisher.ts';

/**
 * A connected publisher of the limits' sheet, as a program of its own. It says what it is handed; `#refuse` in a value
 * is refused, `#refuse: because` for that reason, and one that is told to hang takes `#hang` and never answers.
 */
const { PUBLISH_TO = '', PUBLISHER_KEY = '', PUBLISH_TOPIC = '', PUBLISHER_HANGS } = process.env;
const say = (word: string, what: object) => process.stdout.write(`${word} ${JSON.stringify(what)}\n`);

const line = await publishLimits({
  call: createCaller({ baseUrl: PUBLISH_TO, headers: { authorization: `Bearer ${PUBLISHER_KEY}` } }),
  topic: PUBLISH_TOPIC,
  holdControls: false,
  onState: (state) => say('state', state),
  async before({ name, value }) {
    say('update', { name, value });
    if (PUBLISHER_HANGS === 'true' && value?.includes('#hang')) await once(process, 'never');
    return value?.includes('#refuse') ? { status: 'rejected', ...whyIn(value) } : undefined;
  },
});
/** `#refuse: because` is refused for that. */
function whyIn(value: string) {
  const why = /#refuse: (.+)/.exec(value)?.[1];
  return why === undefined ? {} : { message: why };
}
process.once('SIGTERM', () => void line.stop());
await line.ended;
