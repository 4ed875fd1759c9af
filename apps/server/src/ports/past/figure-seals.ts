/** Whether what is sealed is what the server wrote; of a key that this server does not have it cannot tell. */
export type SealState = 'good' | 'broken' | 'other key';

/** Seals that only the servers of a portal can make (time 6; decision 67). */
export interface FigureSeals {
  seal(text: string): string;
  check(text: string, seal: string): SealState;
}

/** Whether a version can be shown to be what was published. */
export type ProofState =
  /** Every row that it is read from is as the server wrote it. */
  | 'signed'
  /** It, or one that it is read from, came before versions were signed. */
  | 'unsigned'
  /** What is stored is not what the server wrote. */
  | 'changed'
  /** It was signed with a key that this server does not have. */
  | 'other key';
