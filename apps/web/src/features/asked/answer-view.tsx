import { type ReactNode, useRef } from 'react';
import type { Answer } from '#lib/asked.ts';
import { Button } from '#ui/button.tsx';
import { Banner, WaitingLine } from '#ui/message.tsx';

interface AnswerViewProps<T> {
  readonly answer: Answer<T>;
  readonly onRetry: () => void;
  readonly children: (value: T) => ReactNode;
}

/** Its place takes the focus of a button that goes away with the failure. */
export function AnswerView<T>({ answer, onRetry, children }: AnswerViewProps<T>) {
  const place = useRef<HTMLDivElement>(null);
  const retry = () => {
    place.current?.focus();
    onRetry();
  };
  return (
    <div ref={place} className="answer" tabIndex={-1}>
      {answerView({ answer, onRetry: retry, children })}
    </div>
  );
}

/** Waits, says what failed and offers another try, or shows what is known, old or not (look: States). */
function answerView<T>({ answer, onRetry, children }: AnswerViewProps<T>) {
  switch (answer.state) {
    case 'asking':
      return <WaitingLine text="Loading..." />;
    case 'failed':
      return <Failure text={answer.text} onRetry={onRetry} />;
    case 'known':
      return (
        <>
          {answer.fault === undefined ? null : (
            <Failure text={`This may be out of date: ${answer.fault}`} onRetry={onRetry} />
          )}
          {children(answer.value)}
        </>
      );
  }
}

function Failure({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <Banner tone="red" icon="alert" isAlert action={<Button onPress={onRetry}>Try again</Button>}>
      {text}
    </Banner>
  );
}
