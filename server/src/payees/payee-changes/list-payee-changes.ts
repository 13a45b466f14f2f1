/** What a wallet has not seen yet of the payees that it may be asked to pay. The cursor is a place in the payee log. */
import type { Id, Uuid } from '@pursestrings/contract/wire/ids'
import type { Network } from '@pursestrings/protocol/network-names'
import type { SystemTx } from '../../platform/postgres/transaction.ts'

// The statement about changes of payees; the function decides which a device may see.

interface PayeeChangeRow {
  readonly log_index: string
  readonly event: 'cooling' | 'activated' | 'retired'
  readonly document: string
  readonly activates_at: Date | null
  readonly created_at: Date
}

const selectPayeeChanges = async (
  { client }: SystemTx,
  wallet_id: Uuid,
  since: number,
  at_most: number,
): Promise<PayeeChangeRow[]> => {
  const text = 'select * from payee_changes($1, $2, $3)'
  return (await client.query<PayeeChangeRow>({ name: 'payee-changes', text, values: [wallet_id, since, at_most] })).rows
}

const AT_MOST = 100

/** What an opening holds of a payee. */
interface Opened {
  readonly recipient_id: Id<'rcp'>
  readonly recipient_version_id: Id<'rcv'>
  readonly number: number
  readonly name: string
  readonly domain: string
  readonly payment: {
    readonly network: Network
    readonly asset: string
    readonly to: string
    readonly memo?: string
  }
}

export const listPayeeChanges = async (tx: SystemTx, wallet_id: Uuid, since: number | undefined) => {
  const rows = await selectPayeeChanges(tx, wallet_id, since ?? -1, AT_MOST)
  const payee_changes = rows.map(({ log_index, event, document, activates_at, created_at }) => {
    const { recipient_id, recipient_version_id, number, name, domain, payment } = JSON.parse(document) as Opened
    const { network, asset, to, memo = null } = payment
    return {
      log_index: Number(log_index),
      event,
      recipient_id,
      recipient_version_id,
      number,
      name,
      domain,
      network,
      asset,
      to,
      memo,
      serves_at: event === 'cooling' ? (activates_at?.toISOString() ?? null) : null,
      at: created_at.toISOString(),
    }
  })
  return { payee_changes, next_since: payee_changes.at(-1)?.log_index ?? since ?? null }
}
