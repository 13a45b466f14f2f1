export const liveStrings = {
  live: { lost: 'Connection lost.', means: 'This is how things stood before. We keep trying.', again: 'Try now' },
} as const
