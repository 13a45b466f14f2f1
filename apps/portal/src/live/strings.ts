/** The words about being up to date. */
export const liveStrings = {
  live: {
    on: 'Live',
    off: 'Not live',
    lost: 'Connection lost.',
    stood: 'This is how things stood at {{time}}.',
    retry: 'Reconnecting in {{n}} s.',
    try: 'Try now',
  },
} as const
