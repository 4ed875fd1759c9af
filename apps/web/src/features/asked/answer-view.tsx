import type { ReactNode } from 'react';
import type { Answer } from '#lib/asked.ts';
import { Button } from '#ui/button.tsx';
import { Banner, WaitingLine } from '#ui/message.tsx';

interface AnswerViewProps<T> {
  readonly answer: Answer<T>;
  readonly onRetry: () => void;
  readonly children: (value: T) => ReactNode;
}

/** Waits, says what failed and offers another try, or shows what is known (look: States). */
export function AnswerView<T>({ answer, onRetry, children }: AnswerViewProps<T>) {
  switch (answer.state) {
    case 'asking':
      return <WaitingLine text="Loading..." />;
    case 'failed':
      return (
        <Banner tone="red" icon="alert" isAlert action={<Button onPress={onRetry}>Try again</Button>}>
          {answer.text}
        </Banner>
      );
    case 'known':
      return children(answer.value);
  }
}
