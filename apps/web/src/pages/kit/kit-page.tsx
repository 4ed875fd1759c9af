import './kit.css';
import { KitForms } from './kit-forms.tsx';
import { KitIcons } from './kit-icons.tsx';
import { KitLists } from './kit-lists.tsx';
import { KitMessages } from './kit-messages.tsx';

/** Every component in every state: the picture that reviews start from (look: Kit page). Development only. */
export function KitPage() {
  return (
    <main id="main" className="page">
      <div className="page-head">
        <h1>Kit</h1>
      </div>
      <div className="kit">
        <KitForms />
        <KitMessages />
        <KitLists />
        <KitIcons />
      </div>
    </main>
  );
}
