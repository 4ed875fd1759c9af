import { type Palette, resolveColor } from '../read/color.ts';
import { type Attributes, decimal, isOn, whole } from '../read/xml.ts';
import type { BarLook, RuleIcons, RulePoint } from './rule.ts';
import type { RuleDraft } from './rule-draft.ts';

export type BarDraft = { -readonly [K in keyof BarLook]: BarLook[K] };

const usualBar: BarLook = {
  least: 10,
  most: 90,
  showsValue: true,
  isGradient: true,
  negative: undefined,
  axis: 'none',
  direction: 'context',
  axisColor: '#000000',
};

/** What a bar of a later program is where it says nothing. */
export const usualExtendedBar: BarLook = { ...usualBar, axis: 'automatic', negative: '#ff0000' };

/** A point of a scale. */
export function pointOf(attributes: Attributes): RulePoint {
  return { type: attributes.type ?? 'num', value: attributes.val ?? '', isAtLeast: isOn(attributes.gte, true) };
}

/** Puts what a part of a rule says into the rule. */
export function addPart(rule: RuleDraft, name: string, attributes: Attributes, palette: Palette): void {
  if (name === 'cfvo') rule.points.push(pointOf(attributes));
  else if (name === 'color') rule.colors.push(resolveColor(attributes, palette));
  else if (name === 'dataBar') rule.bar = barOf(attributes, usualBar);
  else if (name === 'iconSet') rule.icons = iconsOf(attributes);
}

/** The same for a part of a rule that stands in an extension. */
export function addExtendedPart(rule: RuleDraft, name: string, attributes: Attributes, palette: Palette): void {
  if (name === 'dataBar') rule.bar = extendedBarOf(attributes, usualExtendedBar);
  else if (name === 'fillColor') rule.colors.push(resolveColor(attributes, palette));
  else if (name === 'cfIcon')
    rule.icons?.own.push({ set: attributes.iconSet ?? '', step: whole(attributes.iconId) ?? 0 });
  else if (name === 'negativeFillColor' || name === 'axisColor')
    rule.bar = rule.bar && withBarColor(rule.bar, name, attributes, palette);
  else addPart(rule, name, attributes, palette);
}

/** A bar with the colour of its axis, or with its own colour below 0, where it has one. */
export function withBarColor(
  bar: BarLook,
  name: 'negativeFillColor' | 'axisColor',
  attributes: Attributes,
  palette: Palette,
): BarLook {
  const color = resolveColor(attributes, palette);
  if (color === undefined) return bar;
  if (name === 'axisColor') return { ...bar, axisColor: color };
  return bar.negative === undefined ? bar : { ...bar, negative: color };
}

function iconsOf(attributes: Attributes): RuleIcons {
  const set = attributes.iconSet ?? '3TrafficLights1';
  return { set, showsValue: isOn(attributes.showValue, true), isReversed: isOn(attributes.reverse), own: [] };
}

function barOf(attributes: Attributes, known: BarLook): BarDraft {
  return {
    ...known,
    least: decimal(attributes.minLength) ?? known.least,
    most: decimal(attributes.maxLength) ?? known.most,
    showsValue: isOn(attributes.showValue, true),
  };
}

/** What a later program says of a bar (`x14:dataBar`). */
export function extendedBarOf(attributes: Attributes, known: BarLook): BarDraft {
  const { axisPosition: axis, direction } = attributes;
  return {
    ...barOf(attributes, known),
    isGradient: isOn(attributes.gradient, true),
    direction: direction === 'leftToRight' || direction === 'rightToLeft' ? direction : 'context',
    axis: axis === 'none' || axis === 'middle' ? axis : 'automatic',
    negative: isOn(attributes.negativeBarColorSameAsPositive) ? undefined : '#ff0000',
  };
}
