import { Icon } from '#ui/icon.tsx';
import type { Advice } from './password-advice.ts';

/** What makes a password good, ticked as it is typed; a tick is a shape and a word, not a colour alone. */
export function AdviceList({ advice }: { advice: readonly Advice[] }) {
  return (
    <div className="advice">
      <ul aria-label="Password advice">
        {advice.map(({ text, isMet }) => (
          <li key={text} data-met={isMet || undefined}>
            <Icon name={isMet ? 'check' : 'dot'} />
            <span>
              {text}
              {isMet ? <span className="hide"> (done)</span> : null}
            </span>
          </li>
        ))}
      </ul>
      <p>A few unusual words in a row are easy to remember and hard to guess.</p>
    </div>
  );
}
