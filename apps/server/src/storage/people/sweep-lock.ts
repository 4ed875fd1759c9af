/** The lock of whoever drops what people signed in with: of several servers one does it, and the others do not wait. */
export const SWEEP = 'sweep sign-ins';
