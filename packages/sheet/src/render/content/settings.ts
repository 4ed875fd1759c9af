import type { Setting } from '../cell-css.ts';

/** How a cell without a value is set. */
export const blankSetting: Setting = {
  kind: 'blank',
  keepsSpaces: false,
  isTight: false,
  isClipped: false,
  isLink: false,
  endRoom: 0,
  ink: undefined,
};

/** One object for all that want nothing, as most do. */
export function settingOf(kind: Setting['kind'], own: Omit<Setting, 'kind'>): Setting {
  const wants = own.keepsSpaces || own.isTight || own.isClipped || own.isLink || own.endRoom !== 0;
  return wants || own.ink !== undefined ? { kind, ...own } : plainSettings[kind];
}

/** How values of each kind are set that want nothing of their own. */
export const plainSettings: Readonly<Record<Setting['kind'], Setting>> = {
  number: { ...blankSetting, kind: 'number' },
  text: { ...blankSetting, kind: 'text' },
  center: { ...blankSetting, kind: 'center' },
  blank: blankSetting,
};
