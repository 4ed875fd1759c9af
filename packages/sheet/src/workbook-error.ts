/** Why a file cannot be published, in one plain sentence that says what to do next. */
export class WorkbookError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'WorkbookError';
  }
}
