import { id, matching, oneOf, rules, size, text, turnedStyle } from './rules.ts';
import { cleanImage } from './urls.ts';

/** The attributes of an image. */
export const imageAttributes = rules({
  id,
  style: turnedStyle,
  title: text,
  src: cleanImage,
  alt: text,
  width: size,
  height: size,
  align: oneOf('left', 'right', 'top', 'middle', 'bottom'),
  'aria-hidden': oneOf('true', 'false'),
  lang: matching(/^[A-Za-z0-9-]{1,35}$/),
});
