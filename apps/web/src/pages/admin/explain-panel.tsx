import { explain } from '@sheetwire/contract/admin';
import type { Output } from '@sheetwire/contract/call';
import { texts } from '@sheetwire/contract/errors';
import { isUser, parsePrincipal } from '@sheetwire/rules/principal';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { AdminModel } from '#features/admin/admin-model.ts';
import type { Selected } from '#features/admin/admin-state.ts';
import { useAdminState } from '#features/admin/use-admin.ts';
import { AnswerView } from '#features/asked/answer-view.tsx';
import { useAsked } from '#features/asked/use-asked.ts';
import { ownName } from '#features/principal-picker/own-name.ts';
import { PrincipalPicker } from '#features/principal-picker/principal-picker.tsx';
import { Chip } from '#ui/message.tsx';
import { Row, Rows } from '#ui/rows.tsx';
import { grantWords, lossWords, reasonWords, rightWords } from './explain-words.ts';

type Explanation = Output<typeof explain>;

interface ExplainPanelProps {
  readonly model: AdminModel;
  readonly selected: Selected;
  readonly ownEntity: string;
}

/** Why a user can or cannot do something here, and what each grant gives. */
export function ExplainPanel({ model, selected, ownEntity }: ExplainPanelProps) {
  const { principals } = useAdminState(model);
  const users = useMemo(() => principals.filter(isUserName), [principals]);
  const [user, setUser] = useState('');
  return (
    <section className="panel" aria-labelledby="admin-explain">
      <header>
        <h2 id="admin-explain">Check a user’s access</h2>
      </header>
      <div className="body">
        <div className="narrow">
          <PrincipalPicker
            label="User"
            principals={users}
            chosen={user}
            onChoose={(chosen) => setUser(chosen === user ? '' : chosen)}
            ownEntity={ownEntity}
            kind="User"
          />
        </div>
        {user === '' ? (
          <p className="quiet">Choose a user to see which rights they have, and through which groups.</p>
        ) : (
          <Explained key={user} {...{ user, selected, ownEntity }} />
        )}
      </div>
    </section>
  );
}

interface ExplainedProps {
  readonly user: string;
  readonly selected: Selected;
  readonly ownEntity: string;
}

/** Asked again whenever the lists or who is in them changed. */
function Explained({ user, selected, ownEntity }: ExplainedProps) {
  const { answer, refresh } = useAsked((call, signal) => call(explain, { user, gropic: selected.gropic }, { signal }));
  const shown = useRef(selected.members);
  useEffect(() => {
    if (shown.current === selected.members) return;
    shown.current = selected.members;
    void refresh();
  });
  return (
    <AnswerView answer={answer} onRetry={() => void refresh()}>
      {(explanation) =>
        explanation.unauthorized ? (
          <p>{texts.unauthorized}</p>
        ) : (
          <Reasons explanation={explanation} nameOf={(name) => ownName(name, ownEntity)} />
        )
      }
    </AnswerView>
  );
}

interface ReasonsProps {
  readonly explanation: Explanation;
  readonly nameOf: (name: string) => string;
}

function Reasons({ explanation: { isKnown, rights, reasons, grants = [], groupWouldGive }, nameOf }: ReasonsProps) {
  if (!isKnown || !rights || !reasons) return <p>User not found.</p>;
  return (
    <div className="stack">
      <dl className="facts reasons">
        {rightWords.map(({ right, can }) => (
          <div key={right}>
            <dt>
              <Chip tone={rights[right] ? 'green' : undefined} icon={rights[right] ? 'check' : 'close'}>
                {rights[right] ? `Can ${can}` : `Cannot ${can}`}
              </Chip>
            </dt>
            <dd>{reasonWords(reasons[right], nameOf)}</dd>
          </div>
        ))}
      </dl>
      {grants.length === 0 ? null : (
        <Rows label="Grants">
          {grants.map((grant) => (
            <Row
              key={`${grant.list} ${grant.principal}`}
              icon={grant.path.length > 1 ? 'people' : 'person'}
              name={grantWords(grant, nameOf)}
              note={lossWords(rights, grant.withoutGrant)}
              action={null}
            />
          ))}
        </Rows>
      )}
      {groupWouldGive ? (
        <p className="quiet">With the group’s rights instead: {lossWords(rights, groupWouldGive, 'there')}</p>
      ) : null}
    </div>
  );
}

function isUserName(name: string): boolean {
  const principal = parsePrincipal(name);
  return principal !== undefined && isUser(principal);
}
