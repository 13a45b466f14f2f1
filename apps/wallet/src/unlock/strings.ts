export const unlockStrings = {
  unlock: {
    title: 'Welcome back',
    lead: 'Unlock your wallet to see what agents ask.',
    idle_one: 'Locked, because nobody used it for {{count}} minute. Unlock it to go on where you were.',
    idle_other: 'Locked, because nobody used it for {{count}} minutes. Unlock it to go on where you were.',
    passphrase: 'Passphrase',
    show: 'Show passphrase',
    hide: 'Hide passphrase',
    go: 'Unlock',
    working: 'Unlocking…',
    passkey: 'Use your passkey instead',
    wrong: 'That isn’t your passphrase. Try again.',
    canceled: 'The passkey wasn’t used. Try again, or enter your passphrase.',
    unsupported: 'This passkey can’t unlock the wallet. Enter your passphrase.',
    unusable: 'We couldn’t open the wallet. Reload the page and try again.',
  },
} as const
