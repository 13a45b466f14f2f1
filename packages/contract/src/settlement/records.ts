/** What the API shows of what the ledger says. The status is the wallet's word; this stands beside it. */
import { BINDINGS } from '@pursestrings/protocol/match-payment'
import { Type } from 'typebox'
import { Resource } from '../operation.ts'
import { At, Counted, RARE, Shown } from '../wire/fields.ts'
import { IdSchema } from '../wire/ids.ts'
import { EXAMPLE_ADDRESS, EXAMPLE_HASH } from '../wire/payable.ts'

/** What the service signs about the ledger. */
export const UNPAID_STATEMENT_TYPE = 'svc.unpaid_statement.v1'

/** The `typ` of its JWS, so that no other signature of the service can be taken for it. */
export const UNPAID_STATEMENT_JWS_TYPE = 'svc-unpaid-statement+jws'

/** What is kept about one payment, and about payments to an address that no request wanted. */
export const FINDINGS_MAX = 16
export const PAYEE_FINDINGS_MAX = 100

/** Findings that a status alone does not show. */
export const SETTLEMENT_NOTES = ['transaction_hash_repeated', 'unreported_payment', 'expiry_not_enforced'] as const

export const ASSURANCES = [
  'none',
  'wallet_reported',
  'chain_observed',
  'merchant_accepted',
  'disputed',
  'proven_unpaid',
] as const
export type Assurance = (typeof ASSURANCES)[number]

export const AssuranceName = Type.Enum([...ASSURANCES], {
  type: 'string',
  description:
    'how we know: `none`, no transaction yet; `wallet_reported`, from the wallet; `chain_observed`, the ledger shows a payment that is bound to this request (`bound_by`); `merchant_accepted`, the merchant decided that a payment without such a binding (`ledger_match`) was for this request; `disputed`, wallet and ledger disagree; `proven_unpaid`, the ledger has no such payment in the whole time window',
})

const RETRIES = ['safe', 'payer_may_still_pay'] as const
const OUTCOMES = ['paid', 'unpaid', 'mismatch', 'unknown'] as const

const LedgerMatch = Type.Object(
  {
    transaction_hash: Shown('the transaction', EXAMPLE_HASH),
    place: Shown('which operation of it, or which log of its block (`log/3`) on an EVM chain', 'op/0'),
    named_before_close: Type.Boolean({
      description: "whether the wallet named it before its ledger closed, while few could know it; that's a hint",
      examples: [true],
    }),
    rivals: Counted('how many other open requests it would fit as well', 0),
  },
  {
    description:
      'the ledger has a payment that fits, but nothing shows that it was made for this request (`reason` is `unbound_payment`). It becomes `chain_observed` once the payer proves it; the merchant can accept it',
    ...RARE,
  },
)

/** Present once somebody looked at the ledger. */
export const ledgerFields = {
  ledger_outcome: Type.Optional(
    Type.Enum([...OUTCOMES], {
      type: 'string',
      description: 'what the ledger shows, whatever the wallet says',
      ...RARE,
    }),
  ),
  reason: Type.Optional(
    Shown('why it is disputed, unpaid or unknown: the first thing that does not fit', 'amount_short', RARE),
  ),
  bound_by: Type.Optional(
    Type.Enum([...BINDINGS], {
      type: 'string',
      description:
        'what shows that the payment is for this request: `reference`, it carries the digest of the facts; `payer_signature`, a key of the paying account signed that it pays this request',
      ...RARE,
    }),
  ),
  paid_by: Type.Optional(Shown('the account that paid', EXAMPLE_ADDRESS, RARE)),
  ledger_match: Type.Optional(LedgerMatch),
  accepted_by: Type.Optional({ ...IdSchema('acc', 'who accepted `ledger_match` for the merchant'), ...RARE }),
  accepted_at: Type.Optional({ ...At('when that was'), ...RARE }),
  transaction_hash: Type.Optional(Shown('the transaction in the ledger that this is about', EXAMPLE_HASH, RARE)),
  place: Type.Optional(
    Shown('which operation of it, or which log of its block (`log/3`) on an EVM chain', 'op/0', RARE),
  ),
  ledger: Type.Optional(Counted('the ledger that holds it', 1_234_567, RARE)),
  closed_at: Type.Optional({ ...At('when that ledger closed, by its own clock'), ...RARE }),
  received_amount: Type.Optional(Shown('what arrived', '12.5', RARE)),
  observers: Type.Optional(
    Type.Array(Type.String(), {
      description: 'the operators of the sources that said the same; one is one',
      examples: [['stellar.org']],
      ...RARE,
    }),
  ),
  sealed_by: Type.Optional(
    Type.Array(Type.String(), {
      description: 'validators whose signature proves it without the sources',
      examples: [[]],
      ...RARE,
    }),
  ),
  network_epoch: Type.Optional(
    Shown('between which two resets of the network: the hash of the first ledger that was seen', EXAMPLE_HASH, RARE),
  ),
  epoch_ended: Type.Optional(
    Type.Boolean({
      description: 'the network has begun again since: it no longer holds this',
      examples: [false],
      ...RARE,
    }),
  ),
  retry: Type.Optional(
    Type.Enum([...RETRIES], {
      type: 'string',
      description:
        '`safe`: the one transaction that was made can no longer be applied, so you can ask again. `payer_may_still_pay`: the payer could still send another one',
      ...RARE,
    }),
  ),
  simulated: Type.Optional(
    Type.Boolean({
      description: 'a practice ledger said so, for development: it is worth nothing',
      examples: [false],
      ...RARE,
    }),
  ),
}

const Free = (description: string, example: object) =>
  Type.Object({}, { additionalProperties: true, description, examples: [example] })

export const Finding = Type.Object({
  reason: Shown('what does not fit', 'amount_short'),
  transaction_hash: Type.Optional(Shown('the transaction that it is about', EXAMPLE_HASH, RARE)),
  seen: Free('what was expected and what was seen', { mismatches: ['amount_short'] }),
  network_epoch: Type.Optional(Shown('when it was seen, in the life of the network', EXAMPLE_HASH, RARE)),
  found_at: At('when it was found'),
})

export const LedgerEvidence = Resource(
  'LedgerEvidence',
  'what the word of the ledger rests on, to check without the service',
  {
    judged_at: Type.Optional({ ...At('when it was decided'), ...RARE }),
    proof: Type.Optional(
      Free(
        'rule, network, observers, the bytes of the transaction and its result, the seal of a validator, and the signed statement where nothing was paid',
        { rule: 'svc.match.v2', network: 'stellar_testnet', observers: ['stellar.org'] },
      ),
    ),
    findings: Type.Array(Finding, { description: 'everything that did not fit, the oldest first' }),
  },
)
