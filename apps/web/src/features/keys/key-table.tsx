import './keys.css';
import { Fragment } from 'react';
import { hasCommandKey, keyRows } from './key-rows.ts';

/** The keys and what they do. */
export function KeyTable() {
  return (
    <>
      <table className="keys">
        <tbody>
          {keyRows(hasCommandKey(navigator.userAgent)).map(({ keys, does }) => (
            <tr key={does}>
              <th scope="row">
                <Ways keys={keys} />
              </th>
              <td>{does}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="quiet">
        Some browsers keep Ctrl with PageUp and PageDown for their own tabs: take Shift or Alt there.
      </p>
    </>
  );
}

function Ways({ keys }: { keys: readonly (readonly string[])[] }) {
  return keys.map((together, n) => (
    <Fragment key={together.join('+')}>
      {n === 0 ? null : <span className="quiet"> or </span>}
      <span className="together">
        {together.map((key) => (
          <kbd key={key} className="kbd">
            {key}
          </kbd>
        ))}
      </span>
    </Fragment>
  ));
}
