import { limits } from '@sheetwire/contract/limits';
import { isControlName } from '@sheetwire/rules/control';
import {
  type AttributeRule,
  type AttributeRules,
  common,
  decimal,
  flag,
  matching,
  oneOf,
  rules,
  text,
  whole,
} from './rules.ts';

/** A control as the server knows it: what a viewer may set, checked again at each update (interfaces 6). */
export interface Control {
  readonly name: string;
  readonly kind: 'text' | 'list' | 'bool' | 'date' | 'datetime' | 'time' | 'button';
  readonly options?: string[];
  readonly submitTag?: string;
  readonly maxLength?: number;
  /** Its publisher lets nobody change it for now. */
  readonly isFixed?: true;
}

const name: AttributeRule = (value) => (isControlName(value) ? value : undefined);
const tag = matching(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/);
const local = matching(/^[0-9T:.-]{1,30}$/);

const shared: Readonly<Record<string, AttributeRule>> = {
  ...common,
  'aria-label': text,
  'data-control': name,
  'data-submit-tag': tag,
  disabled: flag,
};

/** The fixed attributes of each control element. */
export const controlAttributes: Readonly<Record<'textarea' | 'select' | 'input' | 'button', AttributeRules>> = {
  textarea: rules({
    ...shared,
    rows: whole(1, 200),
    cols: whole(1, 500),
    maxlength: whole(0, limits.maxBody),
    placeholder: text,
    wrap: oneOf('soft', 'off'),
    readonly: flag,
  }),
  select: rules({ ...shared, size: whole(1, 100) }),
  input: rules({
    ...shared,
    type: oneOf('checkbox', 'date', 'datetime-local', 'time'),
    checked: flag,
    value: local,
    min: local,
    max: local,
    step: decimal,
    readonly: flag,
  }),
  button: rules({ ...shared, 'data-submit': tag, 'data-cancel': tag }),
};

const INPUT_KINDS: Readonly<Record<string, Control['kind']>> = {
  checkbox: 'bool',
  date: 'date',
  'datetime-local': 'datetime',
  time: 'time',
};

/** The kind of an input by its type; undefined for one that is no control. */
export function inputKind(type: string | undefined): Control['kind'] | undefined {
  return type !== undefined && Object.hasOwn(INPUT_KINDS, type) ? INPUT_KINDS[type] : undefined;
}

/** The control that cleaned attributes describe; undefined without a name. */
export function controlOf(
  kind: Control['kind'],
  attributes: ReadonlyMap<string, string>,
  options?: string[],
): Control | undefined {
  const controlName = attributes.get('data-control');
  if (controlName === undefined) return undefined;
  const submitTag = attributes.get('data-submit-tag');
  const maxLength = attributes.get('maxlength');
  return {
    name: controlName,
    kind,
    ...(options && { options }),
    ...(submitTag !== undefined && { submitTag }),
    ...(maxLength !== undefined && { maxLength: Number(maxLength) }),
    ...((attributes.has('disabled') || attributes.has('readonly')) && { isFixed: true }),
  };
}
