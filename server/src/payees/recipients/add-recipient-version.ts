/** Other facts for the same payee are a new draft; what serves now keeps serving. */
import { recipientRetired } from '@pursestrings/contract/recipients/errors'
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import type { Network } from '@pursestrings/protocol/network-names'
import { appendAuditEvent } from '../../organizations/audit-events/append-audit-event.ts'
import type { TenantTx } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { takeRecipient } from './expect-recipient.ts'
import { type GivenFacts, paymentFacts } from './payment-facts.ts'
import { insertVersion } from './recipient-versions.store.ts'

interface Addition {
  readonly recipient_id: Uuid
  readonly version: number
  readonly input: GivenFacts
  readonly enabled: readonly Network[]
  readonly account_id: Uuid
}

export const addRecipientVersion = async (
  tx: TenantTx,
  { recipient_id, version, input, enabled, account_id }: Addition,
) => {
  const recipient = await takeRecipient(tx, recipient_id, version)
  if (recipient.retired_at !== null) throw new Refusal(recipientRetired)
  const recipient_version = await insertVersion(tx, recipient_id, paymentFacts(input, enabled))
  await appendAuditEvent(tx, {
    action: 'recipient_version.added',
    actor: idOf('acc', account_id),
    target: idOf('rcv', recipient_version.recipient_version_id),
    details: { recipient: recipient.name, number: recipient_version.number, address: recipient_version.address },
  })
  return { recipient, recipient_version }
}
