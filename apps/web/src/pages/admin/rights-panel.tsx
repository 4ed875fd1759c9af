import { texts } from '@sheetwire/contract/errors';
import { type ReactNode, useState } from 'react';
import type { AdminModel } from '#features/admin/admin-model.ts';
import type { Selected } from '#features/admin/admin-state.ts';
import { isHeldByLastAdmin, type RightsTab, rightsTabs } from '#features/admin/perms.ts';
import { useChoice, useRights } from '#features/admin/use-admin.ts';
import { unansweredWords } from '#features/asked/unanswered.ts';
import { Button } from '#ui/button.tsx';
import { Banner } from '#ui/message.tsx';
import { ReportLabel } from '#ui/report-label.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { RightsTabPanel } from './rights-tab.tsx';
import { tabWords } from './words.ts';

interface RightsPanelProps {
  readonly model: AdminModel;
  readonly selected: Selected;
  readonly ownEntity: string;
  readonly isSuperAdmin: boolean;
}

/** The rights of the selected group or report: what to be warned of, and the three lists. */
export function RightsPanel({ model, selected, ownEntity, isSuperAdmin }: RightsPanelProps) {
  const { perms } = useRights(selected);
  const { tab } = useChoice(model);
  const [isHeld, setHeld] = useState(false);
  const isReport = selected.gropic.split('/').length === 3;
  const show = (next: RightsTab) => {
    setHeld(false);
    model.choice.show(next);
  };
  const mayRemove = (name: string) => {
    const isLast = tab === 'admins' && isHeldByLastAdmin(perms, name);
    setHeld(isLast);
    return !isLast;
  };
  const tabs = rightsTabs.map((each) => ({ id: each, name: tabWords[each].tab, count: perms[each].length }));
  return (
    <section className="panel" aria-labelledby="admin-gropic">
      <header>
        <h2 className="big" id="admin-gropic">
          <ReportLabel topic={selected.gropic} ownEntity={ownEntity} />
        </h2>
        <span className="quiet">{isReport ? 'report, overrides its group’s rights' : 'group'}</span>
      </header>
      <div className="notes">
        {isHeld && (perms.viewers.length > 0 || perms.publishers.length > 0) ? (
          <LastAdmin onShow={() => show(perms.viewers.length > 0 ? 'viewers' : 'publishers')} perms={perms} />
        ) : null}
        <Outcome selected={selected} />
        <MissingRights {...{ model, selected, show }} />
      </div>
      <Tabs
        label="Rights"
        tabs={tabs}
        current={tab}
        onChange={(id) => show(rightsTabs.find((each) => each === id) ?? 'viewers')}
        panelId="admin-rights"
      />
      <RightsTabPanel {...{ model, selected, ownEntity, isSuperAdmin, mayRemove }} />
    </section>
  );
}

/** A refusal names what to do first (spec 5, Admins). */
function LastAdmin({ perms, onShow }: { perms: { readonly viewers: readonly string[] }; onShow: () => void }) {
  const first = perms.viewers.length > 0 ? 'VIEWERS' : 'PUBLISHERS';
  return (
    <Banner tone="red" icon="alert" isAlert action={<SmallButton onPress={onShow}>{`Show ${first}`}</SmallButton>}>
      {texts.lastAdmin}
    </Banner>
  );
}

/** What came of the last save when it was not what was asked for. */
function Outcome({ selected }: { selected: Selected }) {
  const { rights } = selected;
  const { outcome } = useRights(selected);
  if (!outcome) return null;
  switch (outcome.kind) {
    case 'stale':
      return (
        <Banner
          tone="amber"
          icon="people"
          isAlert
          action={<SmallButton onPress={() => rights.again(outcome.edits)}>Try again</SmallButton>}
        >
          Someone else changed these rights. The lists now show their changes; yours were not saved.
        </Banner>
      );
    case 'unanswered':
      return (
        <Banner
          tone="red"
          icon="alert"
          isAlert
          action={<SmallButton onPress={() => rights.again(outcome.edits)}>Try again</SmallButton>}
        >
          {unansweredWords}
        </Banner>
      );
    case 'refused':
      return (
        <Banner
          tone="red"
          icon="alert"
          isAlert
          action={<SmallButton onPress={() => rights.dismiss()}>Dismiss</SmallButton>}
        >
          {outcome.text}
        </Banner>
      );
  }
}

interface MissingRightsProps {
  readonly selected: Selected;
  readonly show: (tab: RightsTab) => void;
}

/** Alerts to admins when nobody may view or publish (spec 2, Admin), or a group that was the only admin is gone. */
function MissingRights({ selected, show }: MissingRightsProps) {
  const { perms, isKnown } = useRights(selected);
  if (!isKnown) return null;
  const name = selected.gropic.split('/').slice(1).join('/');
  return (
    <>
      {perms.viewers.length > 0 ? null : (
        <Banner
          tone="amber"
          icon="alert"
          isAlert
          action={<SmallButton onPress={() => show('viewers')}>{tabWords.viewers.add}</SmallButton>}
        >
          <strong>ALERT! No Viewers Added</strong> <span>No one can view {name}.</span>
        </Banner>
      )}
      {perms.publishers.length > 0 ? null : (
        <Banner
          tone="amber"
          icon="alert"
          isAlert
          action={<SmallButton onPress={() => show('publishers')}>{tabWords.publishers.add}</SmallButton>}
        >
          <strong>ALERT! No Publishers Added</strong> <span>No one can publish to {name}.</span>
        </Banner>
      )}
      {perms.admins.length > 0 || perms.viewers.length + perms.publishers.length === 0 ? null : (
        <Banner
          tone="amber"
          icon="alert"
          isAlert
          action={<SmallButton onPress={() => show('admins')}>{tabWords.admins.add}</SmallButton>}
        >
          <strong>ALERT! No Admins Left</strong> <span>Only super administrators can change {name}.</span>
        </Banner>
      )}
    </>
  );
}

function SmallButton({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  return (
    <Button size="small" onPress={onPress}>
      {children}
    </Button>
  );
}
