import { assumeAdmin, gropicPerms } from '@sheetwire/contract/admin';
import { guard } from '@sheetwire/contract/guard/calls';
import type { GuardRule } from '@sheetwire/contract/guard/rules';
import { publishReport } from '@sheetwire/contract/publish';
import { type AdminSite, startAdminSite } from '../../admin/admin-site.ts';
import { type Album, takePictures } from '../camera.ts';
import { approver, heldStates, publisher, reader, ruleStates, topics } from './states.ts';

const tenors = ['2Y', '3Y', '5Y', '7Y', '10Y', '15Y', '20Y', '30Y'];

/** A curve, moved by so much, of so many rows. */
function curve(by: number, count = tenors.length, extra = ''): string {
  const rows = tenors.slice(0, count).map((tenor, n) => {
    const rate = (2.41 + n / 10 + (n % 3 === 0 ? by : 0)).toFixed(3);
    return `<tr><td data-cell="A${n + 2}">${tenor}</td><td data-cell="B${n + 2}" data-num="">${rate}</td></tr>`;
  });
  return `<table><tr><th data-cell="A1">Tenor</th><th data-cell="B1">Mid</th></tr>${rows.join('')}${extra}</table>`;
}

const rules: GuardRule[] = [
  { kind: 'errors', action: 'hold' },
  { kind: 'moved', page: 'Curve', cell: 'B2:B9', percent: 10, since: 'version', action: 'hold' },
  { kind: 'range', cell: 'B2', min: 0, max: 10, action: 'refuse' },
  { kind: 'fewer', percent: 50, since: 'open', action: 'hold' },
  { kind: 'publisher', action: 'warn' },
];

async function furnish(site: AdminSite): Promise<void> {
  const { call } = await site.portal.publisher(publisher);
  const publish = (topic: string, html: string) => call(publishReport, { topic, pages: [{ name: 'Curve', html }] });
  const lists = { viewers: [approver, reader], publishers: [publisher], interactors: [], admins: [approver] };
  await site.call(approver, assumeAdmin, { gropic: 'DEMO/RATES' });
  await site.call(approver, gropicPerms, { gropic: 'DEMO/RATES', ...lists });
  for (const topic of Object.values(topics)) {
    await publish(topic, curve(0));
    await site.call(approver, assumeAdmin, { gropic: topic });
    await site.call(approver, gropicPerms, { gropic: topic, ...lists });
  }
  for (const by of [0.02, 0.9, 0.03, 0.05]) await publish(topics.ruled, curve(by));
  await site.call(approver, guard, { topic: topics.ruled, rules, releaseAfterMin: 30 });
  await site.call(approver, guard, {
    topic: topics.held,
    rules: [...rules, { kind: 'range', cell: 'B3', max: 2.6, action: 'warn' }],
    releaseAfterMin: 240,
  });
  await publish(topics.held, curve(0.01).replace('2.510', '2.610'));
  await publish(topics.held, curve(1.5, 3, '<tr><td data-cell="A6">10Y</td><td data-cell="B6">#REF!</td></tr>'));
}

/** Rules of reports, and publishes that wait for approval. */
export async function guarded(album: Album): Promise<string[]> {
  const site = await startAdminSite([approver, reader]);
  try {
    await furnish(site);
    const states = [...ruleStates, ...heldStates];
    return await takePictures({ ...album, area: 'guard', url: site.portal.url, states, open: site.profile });
  } finally {
    await site.stop();
  }
}
