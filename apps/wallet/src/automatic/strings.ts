/** The words of payments that nobody is asked about: what happens, until when, and how to stop it. */
export const automaticStrings = {
  automatic: {
    on: 'Paying within your limits until {{time}}, while this page stays open.',
    stop: 'Stop',
    shown: 'Paid without asking you',
    is: {
      paying: '{{amount}} {{asset}} to {{payee}} is on its way.',
      handed_over: 'The agent may now pay {{amount}} {{asset}} to {{payee}}, once. It isn’t paid yet.',
      paid: '{{amount}} {{asset}} paid to {{payee}}.',
      not_paid: '{{amount}} {{asset}} to {{payee}} was not paid.',
      unknown: 'We don’t know yet whether {{amount}} {{asset}} to {{payee}} went through.',
    },
    see: 'See it',
    hide: 'Hide',
    pause: 'Pause these payments',
    off: {
      title: 'Automatic payments wait.',
      means: 'This device pays within your limits only while you let it. Until then, payments wait for you.',
      go: 'Let it pay',
    },
    sheet: {
      title: 'Pay within your limits',
      lead: 'Your passphrase unlocks the key. This wallet stays unlocked and pays within the limits you agreed to on this device, as long as this page is open.',
      howLong: 'Stay unlocked and pay for',
      not: 'Not now: each payment waits for me',
      minutes_one: '{{count}} minute',
      minutes_other: '{{count}} minutes',
      hours_one: '{{count}} hour',
      hours_other: '{{count}} hours',
      go: 'Unlock and pay',
      going: 'Unlocking…',
    },
  },
} as const
