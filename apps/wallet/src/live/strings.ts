export const liveStrings = {
  live: {
    offline: 'You’re offline.',
    lost: 'Connection lost.',
    means: 'This is how things stood before. We keep trying.',
    again: 'Try now',
  },
} as const
