import { paths } from '@sheetwire/contract/paths';
import { Link } from '@tanstack/react-router';
import { Gate } from '#features/gate/gate.tsx';
import { KeyTable } from '#features/keys/key-table.tsx';
import { pageConfig } from '#lib/config.ts';
import {
  adminStatements,
  type HelpStatement,
  homeStatements,
  sections,
  tokenStatements,
  tokenSteps,
} from './help-text.ts';
import { useSection } from './use-section.ts';

/** Help (spec 2): it waits for a licensed user, then tells what there is to know of each page. */
export function HelpPage() {
  return <Gate>{() => <Help />}</Gate>;
}

function Help() {
  useSection();
  return (
    <main id="main" className="page" data-width="text">
      <div className="page-head">
        <h1>Help</h1>
      </div>
      <nav className="row" aria-label="Sections" data-gap="l">
        {sections.map(({ id, title }) => (
          <Link key={id} to="/help" hash={id} replace>
            {title}
          </Link>
        ))}
      </nav>
      <article className="prose">
        <Heading id="home" />
        <p>
          Choose Entity, Group and Report, or one of the Recent reports. The report follows its spreadsheet while Update
          Live is on.
        </p>
        <Statements of={homeStatements} />
        <h3 id="keys">Keyboard shortcuts</h3>
        <KeyTable />
        <Heading id="admin" />
        <Statements of={adminStatements} />
        <Heading id="token" />
        <TokenSteps />
        {tokenStatements.map(({ text }) => (
          <p key={text}>{text}</p>
        ))}
        <p>
          To connect your own programs, see the <a href={paths.reference}>API reference</a>.
        </p>
        <Heading id="contact" />
        <Contact email={pageConfig.helpEmail} />
      </article>
    </main>
  );
}

function Heading({ id }: { id: (typeof sections)[number]['id'] }) {
  return (
    <h2 id={id} tabIndex={-1}>
      {sections.find((section) => section.id === id)?.title}
    </h2>
  );
}

function Statements({ of }: { of: readonly HelpStatement[] }) {
  return (
    <ul>
      {of.map(({ name, text }) => (
        <li key={text}>
          {name ? <strong>{name} </strong> : null}
          {text}
        </li>
      ))}
    </ul>
  );
}

function TokenSteps() {
  return (
    <ol>
      {tokenSteps.map((step) => {
        const [before = '', after] = step.split('Account');
        return (
          <li key={step}>
            {before}
            {after === undefined ? null : <Link to="/account">Account</Link>}
            {after}
          </li>
        );
      })}
    </ol>
  );
}

function Contact({ email }: { email: string }) {
  if (email === '') return <p>No help contact is set. Ask the administrators of {pageConfig.productName}.</p>;
  return (
    <p>
      <a href={`mailto:${email}`}>{email}</a>
    </p>
  );
}
