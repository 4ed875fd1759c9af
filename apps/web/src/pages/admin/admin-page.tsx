import '#ui/desk.css';
import './admin.css';
import type { SessionUser } from '@sheetwire/contract/accounts';
import { texts } from '@sheetwire/contract/errors';
import { defaultEntity } from '@sheetwire/rules/principal';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { AdminModel } from '#features/admin/admin-model.ts';
import type { GuardDrafts } from '#features/admin/guard/use-guard.ts';
import { useAdmin, useAdminState } from '#features/admin/use-admin.ts';
import { Gate } from '#features/gate/gate.tsx';
import { ListDesk, NothingSelected } from '#features/super-admin/list-page.tsx';
import { Button } from '#ui/button.tsx';
import { Banner, Notice } from '#ui/message.tsx';
import { AddForm, type AddKind } from './add-form.tsx';
import { AdminHelp } from './admin-help.tsx';
import { ExplainPanel } from './explain-panel.tsx';
import { GropicList } from './gropic-list.tsx';
import { GuardPanel } from './guard/guard-panel.tsx';
import { RightsPanel } from './rights-panel.tsx';
import { SnapshotPanel } from './snapshot-panel.tsx';
import { SuperLinks } from './super-links.tsx';

const kinds: readonly AddKind[] = ['Group', 'Report'];

/** Admin of reports and groups (spec 2). */
export function AdminPage() {
  useNoHash();
  return <Gate>{(user) => (user.blockAdminPage ? <Blocked /> : <Admin key={user.user} user={user} />)}</Gate>;
}

/** The hash is stripped on load (spec 2, Admin). */
function useNoHash(): void {
  const { history } = useRouter();
  useEffect(() => {
    const { pathname, search, hash } = history.location;
    if (hash !== '') history.replace(`${pathname}${search}`);
  }, [history]);
}

function Blocked() {
  return (
    <main id="main" className="page" data-width="text">
      <div className="page-head">
        <h1>Admin</h1>
      </div>
      <div className="panel">
        <Notice icon="lock">
          <p>{texts.adminBlocked}</p>
        </Notice>
      </div>
    </main>
  );
}

function Admin({ user }: { user: SessionUser }) {
  const model = useAdmin();
  const { isBlocked, isKnown, failure } = useAdminState(model);
  const [adding, setAdding] = useState<AddKind>();
  const openers = useRef<HTMLDivElement>(null);
  const ownEntity = defaultEntity(user.user) ?? '';
  if (isBlocked) return <Blocked />;
  const close = () => {
    openers.current?.querySelector<HTMLElement>('[aria-expanded=true]')?.focus();
    setAdding(undefined);
  };
  return (
    <main id="main" className="page">
      <div className="page-head">
        <h1>Admin</h1>
        <div className="row" ref={openers}>
          {kinds.map((kind) => (
            <Button
              key={kind}
              icon="plus"
              aria-expanded={adding === kind}
              onPress={() => setAdding(adding === kind ? undefined : kind)}
            >
              {`Add ${kind}`}
            </Button>
          ))}
        </div>
        <span className="grow" />
        {user.isSuperAdmin ? <SuperLinks model={model} /> : null}
      </div>
      {adding ? <AddForm key={adding} model={model} kind={adding} entity={ownEntity} onClose={close} /> : null}
      <Lost model={model} />
      <ListDesk {...{ isKnown, failure }} onRetry={() => model.refresh()}>
        {() => <Desk model={model} ownEntity={ownEntity} isSuperAdmin={user.isSuperAdmin} />}
      </ListDesk>
      <AdminHelp />
    </main>
  );
}

/** The gropic on screen was taken away by somebody else, or by unticking SuperAdmin. */
function Lost({ model }: { model: AdminModel }) {
  const { lost } = useAdminState(model);
  if (lost === '') return null;
  return (
    <Banner
      tone="blue"
      isAlert
      action={
        <Button size="small" onPress={() => model.dismissLost()}>
          Dismiss
        </Button>
      }
    >
      You no longer administer {lost}.
    </Banner>
  );
}

interface DeskProps {
  readonly model: AdminModel;
  readonly ownEntity: string;
  readonly isSuperAdmin: boolean;
}

/** Introduces, or shows the list and what is selected in it. */
function Desk({ model, ownEntity, isSuperAdmin }: DeskProps) {
  const { admined, selected, claimRefusal } = useAdminState(model);
  const [drafts] = useState<GuardDrafts>(() => new Map());
  if (admined.length === 0) return <Intro claimRefusal={claimRefusal} />;
  return (
    <div className="split">
      <GropicList
        admined={admined}
        selected={selected?.gropic ?? ''}
        ownEntity={ownEntity}
        onSelect={(gropic) => model.select(gropic)}
      />
      {selected ? (
        <div className="stack">
          <RightsPanel key={selected.gropic} {...{ model, selected, ownEntity, isSuperAdmin }} />
          <SnapshotPanel {...{ model, selected }} />
          <GuardPanel gropic={selected.gropic} drafts={drafts} />
          <ExplainPanel key={`explain ${selected.gropic}`} {...{ model, selected, ownEntity }} />
        </div>
      ) : (
        <NothingSelected icon="wrench">
          Select a group or report to see who can view, publish to and administer it.
        </NothingSelected>
      )}
    </div>
  );
}

/** Shown to those who administer nothing (spec 2, Admin). */
function Intro({ claimRefusal }: { claimRefusal: string }) {
  return (
    <div className="panel">
      <Notice icon="folder">
        <p>
          <strong>You don’t administer any groups or reports yet.</strong>
        </p>
        {claimRefusal === '' ? (
          <p>
            Add a group or report above to choose who can view and publish it. Current viewers and publishers lose their
            rights until you add them.
          </p>
        ) : (
          <p>{claimRefusal}. Ask one to make you an admin of the group or report.</p>
        )}
      </Notice>
    </div>
  );
}
