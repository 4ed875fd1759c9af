import type { Look } from '../xlsx/book.ts';
import type { Status } from './calculate.ts';

const whole = '#,##0;[Red]-#,##0';
const tenth = '#,##0.0;[Red]-#,##0.0';

/** Every look of the report, each one object, so that equal cells share a style. */
export const looks = {
  head: { bold: true, bottom: 'thin', middle: true },
  headNumber: { bold: true, bottom: 'thin', align: 'right', middle: true },
  headGroup: { bold: true, align: 'center', bottom: 'thin' },
  title: { bold: true, size: 15, middle: true },
  subtitle: { italic: true, middle: true },
  section: { bold: true },
  text: {},
  middleText: { bold: true, middle: true },
  center: { align: 'center' },
  wrapped: { wrap: true },
  whole: { format: whole },
  tenth: { format: tenth },
  rate: { format: '0.0000' },
  price: { format: '0.000' },
  rateChange: { format: '+0.0000;[Red]-0.0000;0.0000' },
  priceChange: { format: '+0.000;[Red]-0.000;0.000' },
  hundredth: { format: '0.00' },
  percent: { format: '0%' },
  clock: { format: 'hh:mm:ss', align: 'right' },
  day: { format: 'd mmm yyyy', align: 'right' },
  dayLeft: { format: 'ddd d mmm yyyy', align: 'left' },
  totalText: { bold: true, top: 'thin' },
  totalTenth: { bold: true, top: 'thin', format: tenth },
  deskText: { bold: true, top: 'medium', bottom: 'medium' },
  deskTenth: { bold: true, top: 'medium', bottom: 'medium', format: tenth },
  deskPercent: { bold: true, top: 'medium', bottom: 'medium', format: '0%' },
  deskCount: { bold: true, top: 'medium', bottom: 'medium', format: '0', align: 'right' },
  count: { format: '0', align: 'right' },
} as const satisfies Readonly<Record<string, Look>>;

const amber = { fill: 'FBE2A8', ink: '5C3A00' } as const;
const red = { fill: 'F5C5C0', ink: '7F1712' } as const;

/** A limit's use and its status stand on the colour of the status. */
export const statusLooks: Readonly<Record<Status, { readonly percent: Look; readonly text: Look }>> = {
  Within: { percent: { format: '0%', align: 'right' }, text: { align: 'left' } },
  Warning: { percent: { ...amber, format: '0%', align: 'right' }, text: { ...amber, align: 'left' } },
  Breach: { percent: { ...red, format: '0%', align: 'right' }, text: { ...red, align: 'left' } },
};
