import { implementations } from './suite/implementations.ts';
import { liveBookSuite } from './suite/live-book-suite.ts';
import { BookModel } from './test-support/book-model.ts';
import { memoryBook } from './test-support/memory-book.ts';

liveBookSuite(implementations.memory, async (spec) => {
  const model = new BookModel(spec);
  return {
    book: memoryBook(model),
    apply: async (...edits) => {
      for (const edit of edits) model.apply(edit);
    },
    type: (isTyping) => {
      model.isTyping = isTyping;
    },
    closeBook: () => {
      model.isClosed = true;
    },
    stop: async () => undefined,
  };
});
