/**
 * Who asks, as the wallet is shown it: agent, organization and the domain that it is known by (spec 2.1). Taken down when
 * an agent asks, since a wallet cannot look into a tenant, and what the user agreed to must not change afterwards.
 */
import type { Source as SourceSchema } from '@countersign/contract/connections/records'
import { idOf, type Uuid } from '@countersign/contract/wire/ids'
import type { Static } from 'typebox'
import { readAgent } from '../agents/read-agent.ts'
import { firstVerifiedDomain } from '../domains/domains.reads.ts'
import { readMerchant } from '../merchants/read-merchant.ts'
import type { TenantTx } from '../postgres/transaction.ts'

export type Source = Static<typeof SourceSchema>

export const sourceOf = async (tx: TenantTx, agent_id: Uuid): Promise<Source> => {
  const merchant = await readMerchant(tx, tx.merchant_id)
  const verified_domain = await firstVerifiedDomain(tx)
  const { name, runtime } = await readAgent(tx, agent_id)
  return {
    agent_id: idOf('agt', agent_id),
    agent_name: name,
    runtime,
    merchant_name: merchant.name,
    verified_domain,
  }
}
