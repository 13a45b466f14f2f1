/** The words of a payment on its way. Never "paid" before the ledger shows it, and never "failed" where it is not known. */
export const payingStrings = {
  paying: {
    title: {
      going: 'Paying',
      handing: 'Approving',
      approved: 'Approved, not paid yet',
      sighted: 'Seen, not final yet',
      unknown: 'We don’t know yet',
      paid: 'On the ledger',
      failed: 'Not paid',
      not_sent: 'Not paid',
      lost: 'We can’t tell anymore',
    },
    to: 'to {{payee}}',
    none: 'This wallet hasn’t signed anything for this request.',
    steps: 'Steps',
    step: {
      checked: { name: 'Checked against the facts', note: 'All {{count}} fields of the transaction match.' },
      signed: { name: 'Signed on this device', note: 'Valid until {{time}}.' },
      sent: {
        name: 'Sent to the network',
        note: 'The network accepted it.',
        now: 'Pursestrings hears of it first, then the network.',
        unsure: 'Sent, no answer',
        looked_one: 'Checked once. Next check in {{seconds}} s.',
        looked_other: 'Checked {{count}} times. Next check in {{seconds}} s.',
        looking: 'Checking now.',
      },
      ledger: {
        name: 'On the ledger',
        note: 'Ledger {{ledger}}.',
        now: 'Usually within 6 seconds.',
        unsure: 'It either lands or expires. Never both.',
      },
      seen: {
        name: 'Seen by Pursestrings',
        note: 'Bound to this request. The merchant can rely on it.',
        now: 'Pursestrings checks the ledger itself.',
        later: 'Then your receipt is ready.',
        unbound: 'Seen, but not proven to be yours.',
        accepted: 'The payee accepted it by hand.',
      },
    },
    once: {
      checked: 'Payee, amount, time and request are those of the facts.',
      handed: {
        name: 'Handed over for the agent',
        note: 'Sealed: only the agent can open it.',
        now: 'Pursestrings hears of it first, then takes it for the agent.',
      },
      sighted: {
        name: 'Used by the agent',
        note: 'In block {{block}}, by this wallet’s own look. It could still be undone.',
        final: 'In block {{block}}.',
        now: 'It’s up to the agent. It can use it once, until {{time}}.',
        over: 'It can’t be used anymore. We wait for the last blocks to be final.',
        failed: 'Never used.',
        bold: 'The agent used your approval.',
        rest: 'The payment is in a new block. It counts as paid once that block is final.',
      },
      ledger: {
        note: 'Block {{ledger}} is final.',
        now: 'On Base Sepolia a block is final after about 20 minutes.',
        later: 'Only then it’s paid.',
      },
      open: {
        bold: 'Nothing is paid yet.',
        rest: 'The agent can use your approval once, to pay this payee this amount, until {{time}}.',
      },
      over: {
        bold: 'The approval ended at {{time}}.',
        rest: 'It can’t be used anymore. We’re making sure that it wasn’t used before.',
      },
      unanswered: {
        bold: 'Pursestrings didn’t answer.',
        rest: 'Your approval may or may not have reached the agent. It can pay this payee this amount once, and ends at {{time}}. We keep asking, and never sign a second one.',
      },
      unseen: {
        bold: 'The network didn’t answer.',
        rest: 'The agent may or may not have used your approval. It ends at {{time}}. We keep looking.',
      },
      unused: {
        bold: 'Never used. Nothing was paid.',
        rest: 'The approval ended at {{time}}, and nobody can use it anymore. If you still want to pay, have the agent ask again.',
      },
      unreached: {
        bold: 'It never reached the agent. Nothing was paid.',
        rest: 'The approval ended at {{time}}, and nobody can use it anymore. If you still want to pay, have the agent ask again.',
      },
      close: 'You can close this page. Your wallet keeps looking while it’s open, and never approves this twice.',
    },
    unknown: {
      bold: 'The network did not answer.',
      rest: 'Your payment may or may not have gone through. Please don’t pay again. We keep checking and will know for certain by {{time}}.',
    },
    unproven: {
      unbound: {
        bold: 'The ledger has a payment that fits, but it isn’t proven to be yours.',
        rest: 'Please don’t pay again. If you paid with another wallet, ask the payee to accept the payment, and give them the transaction below.',
      },
      accepted: {
        bold: 'The payee accepted this payment by hand.',
        rest: 'It isn’t proven that it was yours, and the receipt says so. You don’t need to do anything.',
      },
    },
    failed: {
      expired_unapplied: {
        bold: 'The payment expired before the network took it.',
        rest: 'Nothing was paid, and it can’t be paid anymore. Ask the agent to send a new request.',
      },
      sequence_conflict: {
        bold: 'Another payment from your account came first.',
        rest: 'Nothing was paid for this request. Ask the agent to send a new one.',
      },
      other: { bold: 'The network refused the payment.', rest: 'Nothing arrived at the payee. Reason: {{reason}}.' },
    },
    not_sent: {
      bold: 'Pursestrings refused the approval, so nothing was sent.',
      rest: 'Nothing was paid. The request was over, or another device answered first.',
    },
    lost: {
      bold: 'The test network no longer shows what happened.',
      rest: 'It was reset, or its history is too short. Please check with the payee before you pay again.',
    },
    transaction: 'Transaction',
    receipt: { save: 'Save receipt', none: 'There’s no receipt to save. Try again in a minute.' },
    close: 'You can close this page. Your wallet picks up where it left off and never pays twice.',
    toInbox: 'Back to home',
  },
} as const
