/** What is told of a change that was to be saved when no response came. */
export const unansweredWords = 'The server did not respond, so it is not known whether your change was saved.';
