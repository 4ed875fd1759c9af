import './keys.css';
import { Fragment } from 'react';
import { hasCommandKey } from './command-key.ts';
import { keyRows } from './key-rows.ts';

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
        Some browsers use Ctrl+PageUp and Ctrl+PageDown for their own tabs; use Shift or Alt instead.
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
