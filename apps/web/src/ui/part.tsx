import { CatchBoundary } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { Button } from './button.tsx';
import { Banner } from './message.tsx';

interface PartProps {
  readonly fallback?: ReactNode;
  /** What stands in its place when its script does not come; left out, words that say so. */
  readonly lost?: ReactNode;
  readonly children: ReactNode;
}

/** A part whose script is on its way; when it does not come, all around it stays on the screen. */
export function Part({ fallback, lost = <LostPart />, children }: PartProps) {
  return (
    <CatchBoundary getResetKey={() => 'part'} errorComponent={() => lost}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </CatchBoundary>
  );
}

function LostPart() {
  const again = (
    <Button size="small" onPress={() => location.reload()}>
      Reload
    </Button>
  );
  return (
    <Banner tone="red" icon="alert" isAlert action={again}>
      This part of the page could not be loaded.
    </Banner>
  );
}
