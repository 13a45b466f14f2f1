/** What every page may say: the first screens, and then those of the open wallet. */
export const frameStrings = {
  testnet: { label: 'Network', name: 'TESTNET', means: 'This is play money.' },
  frame: { back: 'Back', close: 'Close', cancel: 'Cancel', seeAll: 'See all', loading: 'Loading' },
  copy: { of: 'Copy {{what}}', done: 'Copied' },
  fault: {
    again: 'Try again',
    request: 'Request {{id}}',
    page: 'This page didn’t load',
    pageLead: 'Your keys are kept in this browser. Load the page again to go on.',
    offline: 'You’re offline. Check your connection.',
    unreachable: 'We couldn’t reach Pursestrings. Try again in a moment.',
  },
} as const
