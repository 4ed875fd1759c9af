import { secretHeaders } from '@sheetwire/contract/headers';
import { buildXlsx, cellsXml } from '@sheetwire/sheet/test-support/xlsx-builder';
import { cells, type Deed, publish } from '../acts.ts';
import { daily, desk, free } from '../reads.ts';

const book = buildXlsx({ sheets: [{ name: 'Prices', body: cellsXml([[['Bid', 0]], [[1, 0]]]) }] });

/** Publishes, removals and secrets of reports. */
export const publishing: readonly Deed[] = [
  {
    name: 'a report is published for the first time',
    does: publish(free, ['1', 'a']),
    shows: [
      'list of plain',
      'list of the bot',
      'notes of plain',
      'versions of the notes',
      'publishing of plain',
      'publishing report of the notes',
    ],
  },
  {
    name: 'a report of a group is published',
    does: publish(daily, ['100', 'a']),
    shows: [
      'list of vic',
      'report of vic',
      'report of the bot',
      'report of version 1',
      'versions of vic',
      'cell history',
      'verify',
      'publishing of pub',
    ],
  },
  {
    name: 'a report is published whole',
    does: publish(daily, ['101', 'b', 'c']),
    shows: [
      'report of vic',
      'report of the bot',
      'report, changes since 1',
      'report of now',
      'versions of vic',
      'versions of the bot',
      'cell history',
      'publishing of pub',
      'publishing report',
      'guard test',
    ],
  },
  {
    name: 'cells are published',
    async does(stage) {
      stage.notes.set('then', new Date(stage.here.clock.now()).toISOString());
      await cells({ A1: '102' })(stage);
    },
    shows: [
      'report of vic',
      'report of the bot',
      'report, changes since 1',
      'report of now',
      'versions of vic',
      'versions of the bot',
      'cell history',
      'publishing of pub',
      'publishing report',
      'guard test',
      'verify a later one',
      'report of then',
    ],
  },
  {
    name: 'a report gets metadata',
    does: publish(daily, ['102', 'b', 'c'], { metadata: { desk: 'Rates' } }),
    shows: ['report of vic', 'report of now', 'versions of vic'],
  },
  {
    name: 'a workbook is published',
    does: (stage) => stage.does('bot', `publish/workbook/${desk}`, book, { method: 'PUT' }),
    shows: ['list of vic', 'desk of ann', 'publishing of pub'],
  },
  {
    name: 'values are set on a workbook',
    does: (stage) =>
      stage.does('bot', 'publish/values/', { topic: desk, sheets: [{ name: 'Prices', cells: [['A2', 7]] }] }),
    shows: ['desk of ann', 'publishing of pub'],
  },
  {
    name: 'a file is published from the portal',
    does: (stage) =>
      stage.does('pub', `publishing/workbook/${desk}`, 'Bid,Ask\n3,4\n', {
        method: 'PUT',
        headers: { 'content-type': 'text/csv' },
      }),
    shows: ['desk of ann', 'publishing of pub'],
  },
  {
    name: 'a linked file is put',
    async does(stage) {
      const { url } = await stage.does('bot', `publish/linkedfiles/${daily}/plan.txt`, 'plan', {
        method: 'PUT',
        headers: { 'content-type': 'application/octet-stream' },
      });
      stage.notes.set('file', new URL(String(url), 'http://a').pathname);
    },
    shows: ['linked file'],
  },
  {
    name: 'a view secret is set',
    does: publish(free, ['1', 'a'], { viewSecret: 'hush' }),
    shows: [
      'list of plain',
      'list of the bot',
      'notes of plain',
      'notes of the bot',
      'notes of the bot with the secret',
      'audience of the notes',
      'explain plain at the notes',
    ],
  },
  {
    name: 'a view secret is removed',
    does: publish(free, ['1', 'a'], { viewSecret: '' }),
    shows: [
      'list of plain',
      'list of the bot',
      'notes of plain',
      'notes of the bot',
      'notes of the bot with the secret',
      'audience of the notes',
      'explain plain at the notes',
    ],
  },
  {
    name: 'a publish secret is set',
    does: publish(free, ['1', 'a'], { publishSecret: 'shh' }),
    shows: ['notes of plain', 'publishing of plain', 'publishing report of the notes'],
  },
  {
    name: 'a publish secret is removed',
    does: publish(free, ['1', 'a'], { publishSecret: '' }, { [secretHeaders.publish]: 'shh' }),
    shows: ['notes of plain', 'publishing of plain', 'publishing report of the notes'],
  },
  {
    name: 'a report is removed',
    does: (stage) => stage.does('bot', 'publish/remove/', { topic: free }),
    shows: [
      'list of plain',
      'list of the bot',
      'notes of plain',
      'notes of the bot',
      'versions of the notes',
      'publishing report of the notes',
    ],
  },
  {
    name: 'a removed report is published again',
    does: publish(free, ['1', 'a']),
    shows: [
      'list of plain',
      'list of the bot',
      'notes of plain',
      'notes of the bot',
      'versions of the notes',
      'publishing report of the notes',
    ],
  },
];
