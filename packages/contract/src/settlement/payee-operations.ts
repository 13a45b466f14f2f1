/** What reached a payee's addresses without a request: anybody can send it, so it is told of the payee. */
import { Type } from 'typebox'
import { operation, Resource } from '../operation.ts'
import { EXAMPLE, reads, recipientPath } from '../recipients/operations.ts'
import { At, Counted, RARE, Shown } from '../wire/fields.ts'
import { EXAMPLE_ADDRESS, EXAMPLE_HASH } from '../wire/payable.ts'

const PayeeFinding = Resource('PayeeFinding', 'a payment that no request asked for', {
  transaction_hash: Shown('the transaction', EXAMPLE_HASH),
  place: Shown('which operation of it, or which log of its block (`log/3`) on an EVM chain', 'op/0'),
  ledger: Counted('the ledger that holds it', 1_234_567),
  closed_at: At('when that ledger closed, by its own clock'),
  amount: Shown('what arrived', '0.0000001'),
  asset: Shown('of which asset', 'XLM'),
  issuer: Type.Optional(Shown('who issued it', EXAMPLE_ADDRESS, RARE)),
  from: Shown('the account that sent it', EXAMPLE_ADDRESS),
})

export const readLedgerFindings = operation({
  ...reads,
  id: 'recipients.read_ledger_findings',
  method: 'GET',
  path: '/v1/recipients/{recipient_id}/ledger-findings',
  tier: 'evidence',
  idempotency: 'safe',
  summary: 'Read payments to a payee that no request asked for',
  description:
    "Dust, wrong amounts, and whatever else reached the payee's addresses while we looked, and fits no open request. Only addresses that a domain listed count. Empty if this deployment doesn't watch the ledger.",
  params: recipientPath,
  answer: {
    status: 200,
    body: Type.Object({
      found: Counted('how many there were', 3),
      findings: Type.Array(PayeeFinding, { description: 'newest first, at most 100' }),
      shared_address: Type.Boolean({
        description:
          "whether another organization's domain lists one of the addresses, too. It can't take your payments: what binds a payment decides, not who lists the address",
        examples: [false],
      }),
    }),
  },
  refuses: [],
  example: { params: EXAMPLE },
})
