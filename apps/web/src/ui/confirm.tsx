import { useEffect, useRef, useState } from 'react';
import { Button, type ButtonProps } from './button.tsx';

interface ConfirmProps extends Omit<ButtonProps, 'onPress'> {
  /** `YES-Logout`: the word of spec 2 after YES-. */
  readonly yes: string;
  readonly question?: string;
  readonly onConfirm: () => void;
}

/** A button that asks in its own place; the question takes the focus and Escape cancels (look: States). */
export function Confirm({ yes, question = 'Are you sure?', onConfirm, ...button }: ConfirmProps) {
  const [isAsking, setAsking] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const wasAsked = useRef(false);
  useEffect(() => {
    if (!isAsking && wasAsked.current) trigger.current?.focus();
  }, [isAsking]);
  if (!isAsking) {
    const ask = () => {
      wasAsked.current = true;
      setAsking(true);
    };
    return <Button {...button} ref={trigger} onPress={ask} />;
  }
  const answer = (isYes: boolean) => {
    setAsking(false);
    if (isYes) onConfirm();
  };
  return <Question {...{ yes, question, answer }} />;
}

interface QuestionProps {
  readonly yes: string;
  readonly question: string;
  readonly answer: (isYes: boolean) => void;
}

function Question({ yes, question, answer }: QuestionProps) {
  const box = useRef<HTMLFieldSetElement>(null);
  useEffect(() => box.current?.querySelector<HTMLElement>('[data-kind=quiet]')?.focus(), []);
  return (
    <fieldset
      ref={box}
      className="confirm"
      aria-label={question}
      onKeyDown={(event) => event.key === 'Escape' && answer(false)}
    >
      <span aria-hidden="true">{question}</span>
      <Button kind="danger" onPress={() => answer(true)}>
        {`YES-${yes}`}
      </Button>
      <Button kind="quiet" onPress={() => answer(false)}>
        NO-Cancel
      </Button>
    </fieldset>
  );
}
