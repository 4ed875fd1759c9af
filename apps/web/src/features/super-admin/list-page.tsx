import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Banner, Notice, WaitingLine } from '#ui/message.tsx';
import { SuperHead } from './super-page.tsx';

/** What a page with a list holds beside it: whether its form is open, and what was done last. */
export interface ListPageState {
  readonly isAdding: boolean;
  /** Opens the form; it takes the focus back. */
  readonly opener: RefObject<HTMLButtonElement | null>;
  readonly done: string;
  readonly toggle: () => void;
  readonly close: () => void;
  /** Says what was done; '' takes it back. */
  readonly say: (message: string) => void;
  /** What was selected is gone, and the focus with it where that was there. */
  readonly deleted: (message: string, hadFocus: boolean) => void;
}

/** The state of Manage Users and of Manage User Groups. */
export function useListPage(): ListPageState {
  const [isAdding, setAdding] = useState(false);
  const [done, setDone] = useState('');
  const opener = useRef<HTMLButtonElement>(null);
  return {
    isAdding,
    opener,
    done,
    toggle: () => {
      setDone('');
      setAdding(!isAdding);
    },
    close: () => {
      opener.current?.focus();
      setAdding(false);
    },
    say: setDone,
    deleted: (message, hadFocus) => {
      if (hadFocus) opener.current?.focus();
      setDone(message);
    },
  };
}

interface ListPageHeadProps {
  readonly title: string;
  readonly addLabel: string;
  readonly page: ListPageState;
  /** Who or what was selected and is there no more. */
  readonly lost: string;
}

/** The head of the page, and under it what was done, here or by somebody else. */
export function ListPageHead({ title, addLabel, page, lost }: ListPageHeadProps) {
  return (
    <>
      <SuperHead title={title}>
        <Button ref={page.opener} icon="plus" aria-expanded={page.isAdding} onPress={page.toggle}>
          {addLabel}
        </Button>
      </SuperHead>
      {lost === '' ? null : (
        <Banner tone="blue" isAlert>
          {lost} was deleted.
        </Banner>
      )}
      {page.done === '' ? null : (
        <Banner tone="green" icon="check" isAlert>
          {page.done}
        </Banner>
      )}
    </>
  );
}

interface ListDeskProps {
  readonly isKnown: boolean;
  /** Why nothing is known yet. */
  readonly failure: string;
  readonly onRetry: () => void;
  readonly children: () => ReactNode;
}

/** Waits, fails with another try, or shows the list and what is selected in it. */
export function ListDesk({ isKnown, failure, onRetry, children }: ListDeskProps) {
  if (isKnown) return children();
  if (failure === '') return <WaitingLine text="Loading..." />;
  return (
    <Banner tone="red" icon="alert" isAlert action={<Button onPress={onRetry}>Try again</Button>}>
      {failure}
    </Banner>
  );
}

/** Stands where the selected one will stand. */
export function NothingSelected({ icon, children }: { icon: 'person' | 'people' | 'wrench'; children: ReactNode }) {
  return (
    <div className="panel">
      <Notice icon={icon}>
        <p>{children}</p>
      </Notice>
    </div>
  );
}
