/** The words of automatic payments: what a wallet signs without asking, and how to stop it. */
export const policiesStrings = {
  policy: {
    title: { first: 'Allow automatic payments?', wider: 'Allow automatic payments?', none: 'Automatic payments' },
    row: { asks: 'asks for your agreement', paused: 'paused', active: 'in force', each: 'per payment' },
    notice: {
      first: {
        bold: '{{merchant}} wants to make automatic payments.',
        rest: 'Within these limits, this wallet pays without asking you, while it’s open and you let it. Nothing is automatic until you agree.',
      },
      wider: {
        bold: '{{merchant}} wants higher limits.',
        rest: 'Within them, this wallet pays without asking you, while it’s open and you let it. Until you agree, your current limits stay.',
      },
      paused: { bold: 'Paused.', rest: 'Nothing is paid without asking you until you resume.' },
      withdrawn: { bold: 'This is over.', rest: 'Nothing is paid without asking you.' },
      active: {
        bold: 'In force.',
        rest: 'Within these limits, this wallet pays without asking you, while it’s open and you let it.',
      },
      elsewhere: {
        bold: 'In force, but not on this device.',
        rest: 'You agreed on another device, so this one pays nothing by itself. Agree here too if you want it to.',
      },
      wrong: {
        bold: 'These limits don’t match their digest.',
        rest: 'Somebody changed them on the way to your device, so you can’t agree to them.',
      },
      incomplete: {
        bold: 'You can’t agree to this yet.',
        rest: 'A limit or an address is missing. The merchant has to complete it.',
      },
    },
    limits: 'Limits',
    single: 'Per payment',
    total: 'Total',
    used: '{{used}} used',
    until: 'Expires',
    agent: 'Agent',
    was: 'now',
    payees: 'Only to these payees',
    added: 'new',
    dropped: 'No longer',
    memo: 'Memo',
    unpayable: 'This payee has no address for this asset.',
    past: 'Your last {{days}} days',
    pastEmpty:
      'No automatic payment was tried in these days, so there is nothing to compare with. Requests that you answered yourself don’t count here.',
    pastLabel:
      'Of {{all}} payments in the last {{days}} days, {{automatic}} are automatic, {{changes}} would be decided differently, and {{asks}} still ask you.',
    mark: {
      automatic_one: '{{count}} automatic already',
      automatic_other: '{{count}} automatic already',
      changes_one: '{{count}} more would be',
      changes_other: '{{count}} more would be',
      asks_one: '{{count}} would still ask',
      asks_other: '{{count}} would still ask',
    },
    markNow: {
      automatic_one: '{{count}} would be automatic',
      automatic_other: '{{count}} would be automatic',
      asks_one: '{{count}} would still ask',
      asks_other: '{{count}} would still ask',
    },
    limitNow: '{{n}}',
    info: 'You can pause or stop this at any time. A changed address always asks you.',
    agree: 'Agree',
    agreeHere: 'Agree on this device',
    decline: 'Decline',
    pause: 'Pause automatic payments',
    resume: 'Resume',
    withdraw: 'Stop for good',
    withdrawTitle: 'Stop automatic payments for good?',
    withdrawLead: 'From then on every payment asks you. The merchant can propose new limits.',
    keep: 'Keep',
    agreeTitle: 'Agree to these limits',
    agreeLead:
      'Your passphrase unlocks this device’s key, which signs your agreement. You can also let this wallet begin to pay within these limits.',
    agreeing: 'Agreeing…',
    outdated: 'The limits changed while you were reading. Check them again.',
    toInbox: 'Back to home',
  },
} as const
