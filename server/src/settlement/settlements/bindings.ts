/** What comes from outside about whose a payment on the ledger is: a payer's proof, and a merchant's decision. */
import { noLedgerMatch, tooManyPayerProofs } from '@pursestrings/contract/payment-requests/errors'
import { idOf } from '@pursestrings/contract/wire/ids'
import type pg from 'pg'
import { APPENDED_TOPIC, feedNotification } from '../../delivery/events/append-event.ts'
import { appendAuditEvent } from '../../organizations/audit-events/append-audit-event.ts'
import type { Bindings } from '../../payments/payment-requests/ledger-settlement.ts'
import type { Notifications } from '../../platform/notifications/notifications.ts'
import { runDurably } from '../../platform/postgres/commit.ts'
import { Refusal } from '../../platform/refusal.ts'

const proofKeeper =
  (pool: pg.Pool): Bindings['keepProof'] =>
  async ({ merchant_id, payment_id }, proof) => {
    const { transaction_hash, place, account, signer, signature } = proof
    const text = 'select keep_payer_proof($1, $2, $3, $4, $5, $6, $7) as verdict'
    const values = [merchant_id, payment_id, transaction_hash, place, account, signer, signature]
    const [row] = await runDurably<{ verdict: string }>(pool, { name: 'keep_payer_proof', text, values })
    if (row?.verdict !== 'kept') throw new Refusal(tooManyPayerProofs)
  }
const matchAccepter =
  (notifications: Notifications): Bindings['acceptMatch'] =>
  async (tx, { payment_id, connection_id, target, transaction_hash, account_id }) => {
    const text = 'select accept_ledger_match($1, $2, $3, $4) as verdict'
    const values = [tx.merchant_id, payment_id, transaction_hash.toLowerCase(), account_id]
    const { rows } = await tx.client.query<{ verdict: string }>({ name: 'accept_ledger_match', text, values })
    const verdict = rows[0]?.verdict
    if (verdict === 'repeated') return
    if (verdict !== 'accepted') throw new Refusal(noLedgerMatch)
    await appendAuditEvent(tx, {
      action: 'payment.accepted',
      actor: idOf('acc', account_id),
      target,
      details: { transaction_hash },
    })
    tx.afterCommit(() => {
      notifications.notify(feedNotification(connection_id))
      notifications.notify(APPENDED_TOPIC)
    })
  }

export const bindingsFrom = ({ pool, notifications }: { pool: pg.Pool; notifications: Notifications }): Bindings => ({
  keepProof: proofKeeper(pool),
  acceptMatch: matchAccepter(notifications),
})
