/** A payee with a name that nobody can mistake and facts that fit their network. */

import { idOf, type Uuid } from '@countersign/contract/wire/ids'
import type { Network } from '@countersign/contract/wire/networks'
import { appendAuditEvent } from '../audit-events/append-audit-event.ts'
import type { TenantTx } from '../postgres/transaction.ts'
import { clearName, looksLike } from './clear-name.ts'
import { type GivenFacts, paymentFacts } from './payment-facts.ts'
import { insertVersion } from './recipient-versions.store.ts'
import { insertRecipient, selectTwin } from './recipients.store.ts'

interface Creation {
  readonly name: string
  readonly input: GivenFacts
  readonly enabled: readonly Network[]
  readonly account_id: Uuid
}

export const createRecipient = async (tx: TenantTx, { name, input, enabled, account_id }: Creation) => {
  const facts = paymentFacts(input, enabled)
  const name_skeleton = await clearName(tx, name)
  const recipient = await insertRecipient(tx, { name, name_skeleton })
  if (!recipient) throw looksLike(await selectTwin(tx, name_skeleton))
  const recipient_version = await insertVersion(tx, recipient.recipient_id, facts)
  await appendAuditEvent(tx, {
    action: 'recipient.created',
    actor: idOf('acc', account_id),
    target: idOf('rcp', recipient.recipient_id),
    details: { name, network: facts.network, asset: facts.asset, address: facts.address },
  })
  return { recipient, recipient_version }
}
