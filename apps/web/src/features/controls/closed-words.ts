/** Why a control cannot be used. */
export const disabledWords = {
  noRight: 'You can view this report but not interact with it.',
  snapshot: 'Snapshots cannot be edited.',
  past: 'The past cannot be edited.',
  publisher: 'The publisher has locked this field.',
  nothingPending: 'No changes to submit.',
} as const;
