import { shortName } from '@sheetwire/rules/principal';
import type { ViewerModel } from '#features/viewer/viewer-model.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/message.tsx';

/** Home did not open the report that stopped this browser, and says so. */
export function HeldBack({ model, topic }: { model: ViewerModel; topic: string }) {
  const name = shortName(topic);
  return (
    <Notice icon="alert">
      <p>
        <strong>{name} was not opened because it made this browser slow.</strong>
      </p>
      <p>The browser may freeze for a while if you open it. You can choose another report above.</p>
      <Button onPress={() => model.dispatch({ kind: 'recent', topic })}>{`Open ${name} anyway`}</Button>
    </Notice>
  );
}
