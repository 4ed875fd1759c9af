import { passwordOfEmail } from '@sheetwire/rules/email';
import type { UserFacts } from '#features/manage-users/edit-email.ts';
import { SecretText } from '#ui/secret-text.tsx';

/** What is known of a user (spec 2 and 3): of a password account its password too. */
export function UserFactsList({ facts }: { facts: UserFacts }) {
  const { name, email = '', adUser, disabledDate } = facts;
  const password = passwordOfEmail(email);
  return (
    <dl className="facts">
      <dt>User</dt>
      <dd>{name}</dd>
      <dt>Email</dt>
      <dd>{email === '' ? <span className="quiet">None</span> : email}</dd>
      {password === undefined ? null : (
        <>
          <dt>Password</dt>
          <dd>
            <SecretText text={password} what="password" />
          </dd>
        </>
      )}
      <dt>Is AD User</dt>
      <dd>
        {adUser ? (
          <>
            Yes <span className="quiet">{adUser} in the directory</span>
          </>
        ) : (
          'No'
        )}
      </dd>
      <dt>Disabled Date</dt>
      <dd>{disabledDate ? disabledDate : <span className="quiet">Not disabled</span>}</dd>
      {facts.isSuperAdminViaAd ? (
        <>
          <dt>Super admin</dt>
          <dd>Through a directory group</dd>
        </>
      ) : null}
    </dl>
  );
}
