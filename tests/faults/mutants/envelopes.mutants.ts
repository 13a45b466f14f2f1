/** Transactions that wallets show before they sign: what is kept of one pays the request, and dies with it. */
import type { Mutant } from './mutant.ts'

const TEST = 'server/test/reported-envelopes.test.ts'

export const envelopesMutants: readonly Mutant[] = [
  {
    name: 'a shown transaction is kept whatever it pays',
    file: 'server/src/payments/payment-requests/check-transaction.ts',
    find: 'if (differs.length > 0 || hash === undefined)',
    replace: 'if (hash === undefined)',
    test: TEST,
    caught_by: 'everything that differs is named',
  },
  {
    name: 'a shown transaction has another hash than the report says',
    file: 'server/src/payments/payment-requests/check-transaction.ts',
    find: 'if (envelope && hash !== undefined && said !== hash)',
    replace: 'if (envelope && hash === undefined)',
    test: TEST,
    caught_by: 'everything that differs is named',
  },
  {
    name: 'that another wallet was shown the payment is forgotten',
    file: 'server/schema/payments/payment-requests.wallet.sql',
    find: 'handoff_shown = coalesce(p.handoff_shown or m.shown, p.handoff_shown, m.shown)',
    replace: 'handoff_shown = coalesce(m.shown, p.handoff_shown)',
    test: TEST,
    caught_by: 'that another wallet was shown the payment is remembered',
  },
  {
    name: 'a repeated report cannot say that another wallet was shown the payment',
    file: 'server/schema/payments/payment-requests.wallet.sql',
    find: "(d.verdict in ('repeated', 'repeated_late') or",
    replace: "(d.verdict in ('repeated_late') or",
    test: TEST,
    caught_by: 'that another wallet was shown the payment is remembered',
  },
  {
    name: 'what is kept of an envelope can be changed',
    file: 'server/schema/payments/payment-requests.sql',
    find: '    or old.max_time is not null\n',
    replace: '    or old.max_time is null and old.max_time is not null\n',
    test: TEST,
    caught_by: 'what is kept of an envelope never changes again',
  },
]
