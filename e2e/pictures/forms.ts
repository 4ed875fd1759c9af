import type { BrowserContextOptions } from 'playwright-core';

export const onPhone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  userAgent: 'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
} as const;

/** Each state is brought about once for each of them. */
export const sizes: Readonly<Record<Form['device'], BrowserContextOptions>> = {
  desk: { viewport: { width: 1280, height: 800 } },
  phone: onPhone,
};

/** How a state is looked at; the name is part of its file's. */
export interface Form {
  readonly name: string;
  readonly device: 'desk' | 'phone';
  readonly scheme: 'light' | 'dark';
  /** Of another window than the device's; after the device's own ones. */
  readonly window?: { readonly width: number; readonly height: number };
  /** Only where a state asks for it. */
  readonly isExtra?: boolean;
}

export const forms: readonly Form[] = [
  { name: 'light', device: 'desk', scheme: 'light' },
  { name: 'dark', device: 'desk', scheme: 'dark' },
  { name: 'narrow', device: 'desk', scheme: 'light', window: { width: 1024, height: 768 } },
  { name: 'phone', device: 'phone', scheme: 'light' },
  { name: 'phone-dark', device: 'phone', scheme: 'dark', isExtra: true },
];
