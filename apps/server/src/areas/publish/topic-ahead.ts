import { parseTopic, type Topic } from '@sheetwire/rules/topic';

/** Bytes at the start of a body in which its topic is looked for. */
const TOPIC_WITHIN = 600;

/**
 * The topic when it stands first in the body, without reading the rest. A body that names another topic later is
 * refused when it is parsed.
 */
export function topicAhead(bytes: Buffer): Topic | undefined {
  const text = /^\s*\{\s*"topic"\s*:\s*"([^"\\]*)"/.exec(
    bytes.toString('utf8', 0, Math.min(TOPIC_WITHIN, bytes.length)),
  )?.[1];
  return text === undefined ? undefined : parseTopic(text);
}
