/** A verdict as it is written down: what is said, what it rests on, and, where nothing was paid, a signed statement. */
import { UNPAID_STATEMENT_JWS_TYPE, UNPAID_STATEMENT_TYPE } from '@pursestrings/contract/settlement/records'
import { idOf } from '@pursestrings/contract/wire/ids'
import { MATCH_RULE } from '@pursestrings/protocol/match-payment'
import type { Head } from '../../platform/egress/ledger/ledger-source.ts'
import type { LedgerReading, Sealed } from '../../platform/egress/ledger/ledgers.ts'
import type { SignReceipt } from '../../transparency/facts-keys/facts-keys.ts'
import type { LedgerMatch, Proof } from './binding.ts'
import type { Says, Verdict } from './judge.ts'
import type { Open } from './open-payments.ts'

interface About {
  readonly network: string
  readonly epoch: string
  readonly simulated: boolean
  readonly head: Head
  readonly signReceipt: SignReceipt
  readonly reading: Pick<LedgerReading, 'evidenceOf' | 'endsWith'>
  readonly sealed: Sealed | undefined
  /** Where the next look goes on. */
  readonly through: { readonly sequence: number; readonly closed_at: bigint | null } | undefined
  readonly whole: boolean
}

export function verdictOnRecord(open: Open, { says, findings, done }: Verdict, about: About) {
  const { merchant_id, connection_id, payment_id } = open.row
  const { paid } = says ?? {}
  const claim = paid && { transaction_hash: paid.transaction.hash, place: paid.transfer.place }
  return {
    merchant_id,
    connection_id,
    payment_id,
    done,
    findings: findings.map(({ reason, transaction_hash, seen, has_event }) => ({
      reason,
      transaction_hash,
      seen,
      has_event,
    })),
    ...(claim && { claim }),
    ...(about.through && {
      scan: {
        epoch: about.epoch,
        whole: about.whole,
        from: open.from,
        through: about.through.sequence,
        closed_at: about.through.closed_at === null ? null : String(about.through.closed_at),
      },
    }),
    ...(says && { says: saysOnRecord(open, says, about) }),
  }
}

function saysOnRecord(open: Open, says: Says, about: About) {
  const { assurance, ledger_outcome, reason, notes, observers, paid, nearest, ledger_match } = says
  const shown = paid ?? nearest
  const unpaid = assurance === 'proven_unpaid'
  const retry = unpaid ? retryOf(open, about) : null
  const statement = unpaid ? statementOf(open, says, about) : undefined
  const evidence = {
    rule: MATCH_RULE,
    network: about.network,
    network_epoch: about.epoch,
    simulated: about.simulated,
    observers,
    ...(shown && { transaction: transactionShown(shown, about) }),
    ...(paid && { bound_by: paid.bound_by, ...(paid.proof && { payer_proof: proofShown(paid.proof) }) }),
    ...(about.sealed && { seal: about.sealed.seal }),
    ...(statement && { statement, statement_jws: about.signReceipt(UNPAID_STATEMENT_JWS_TYPE, statement) }),
  }
  return {
    assurance,
    ledger_outcome,
    reason,
    notes,
    observers,
    sealed_by: about.sealed ? [about.sealed.node] : [],
    retry,
    evidence,
    ...(paid && { bound_by: paid.bound_by, paid_by: paid.transfer.from }),
    ...(ledger_match !== undefined && { ledger_match: ledger_match && matchShown(ledger_match) }),
    ...(shown && {
      transaction_hash: shown.transaction.hash,
      ledger: shown.transaction.ledger.sequence,
      closed_at: String(shown.transaction.ledger.closed_at),
      ...(shown.transfer && { place: shown.transfer.place, received_units: String(shown.transfer.units) }),
    }),
  }
}

const proofShown = ({ account, signer, signature, place }: Proof) => ({ account, signer, signature, place })

const matchShown = ({ transaction, transfer, named_before_close, rivals }: LedgerMatch) => ({
  transaction_hash: transaction.hash,
  place: transfer.place,
  named_before_close,
  rivals,
  ledger: transaction.ledger.sequence,
  closed_at: String(transaction.ledger.closed_at),
  received_units: String(transfer.units),
  paid_by: transfer.from,
})

function transactionShown({ transaction, transfer }: NonNullable<Says['nearest']>, { reading }: About) {
  const { hash, ledger, result_code } = transaction
  return {
    transaction_hash: hash,
    result_code,
    ledger: ledger.sequence,
    ledger_hash: ledger.hash,
    closed_at: new Date(Number(ledger.closed_at) * 1000).toISOString(),
    ...reading.evidenceOf(transaction, transfer?.place),
  }
}

/** What was read and not found. It does not say that no money moved, or that none will. */
function statementOf(open: Open, { observers }: Says, about: About) {
  const { row, from } = open
  const { network, epoch, head, reading } = about
  return {
    type: UNPAID_STATEMENT_TYPE,
    request_id: row.request_id ?? idOf('pr', row.payment_id),
    facts_digest: row.facts_digest.toString('hex'),
    network,
    network_epoch: epoch,
    rule: MATCH_RULE,
    from_ledger: from + 1,
    through_ledger: head.sequence,
    through_ledger_hash: head.hash,
    through_closed_at: new Date(Number(head.closed_at) * 1000).toISOString(),
    basis: 'queried',
    observers,
    envelope: deadEnvelope(open, head),
    ...reading.endsWith(open.wanted),
    retry: retryOf(open, about),
  }
}

/** The one transaction that was signed, once no ledger takes it any more. Without its bound on record nobody knows that. */
function deadEnvelope({ row }: Open, { closed_at }: Head) {
  const { reported_hash: transaction_hash, envelope_until: max_time } = row
  return transaction_hash === null || max_time === null || closed_at <= BigInt(max_time)
    ? null
    : { transaction_hash, max_time }
}

/**
 * Safe only where no other wallet was shown the request, and what was signed is on record; or where all that wallets sign for
 * it ends with it.
 */
function retryOf({ row, wanted }: Open, { reading }: About) {
  const known = row.envelope_until !== null && row.handoff_shown === false
  const ended = reading.endsWith(wanted) !== undefined && row.handoff_shown !== true
  return known || ended ? ('safe' as const) : ('payer_may_still_pay' as const)
}
