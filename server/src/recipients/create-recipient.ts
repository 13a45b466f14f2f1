/** A payee with a name that nobody can mistake and facts that fit their network. */

import { recipientNameLookAlike } from '@countersign/contract/recipients/errors'
import { idOf, type Uuid } from '@countersign/contract/wire/ids'
import type { Network } from '@countersign/contract/wire/networks'
import { appendAuditEvent } from '../audit-events/append-audit-event.ts'
import { refuseMisleadingName } from '../names/misleading-name.ts'
import { mixesScripts } from '../names/mixes-scripts.ts'
import type { TenantTx } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { skeletonOf } from './look-alike.ts'
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
  if (mixesScripts(name)) throw lookAlike('The name mixes letters of several scripts.')
  refuseMisleadingName(name)
  const name_skeleton = skeletonOf(name)
  if (name_skeleton === '') throw lookAlike('The name has no letter or digit.')
  const recipient = await insertRecipient(tx, { name, name_skeleton })
  if (!recipient) throw lookAlike(`The name looks like your recipient "${await selectTwin(tx, name_skeleton)}".`)
  const recipient_version = await insertVersion(tx, recipient.recipient_id, facts)
  await appendAuditEvent(tx, {
    action: 'recipient.created',
    actor: idOf('acc', account_id),
    target: idOf('rcp', recipient.recipient_id),
    details: { name, network: facts.network, asset: facts.asset, address: facts.address },
  })
  return { recipient, recipient_version }
}

const lookAlike = (why: string) =>
  new Refusal(recipientNameLookAlike, {
    message: `${why} ${recipientNameLookAlike.recovery}`,
    issues: [{ code: recipientNameLookAlike.code, field: 'name', message: why }],
  })
