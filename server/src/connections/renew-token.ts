/**
 * An agent renews the token of its own connection, with its key as the proof: before the 90 days are over, or after the wallet
 * has rotated it. The old one works until the new one is first used, so a lost answer costs nothing but another renewal.
 */
import { connectionEnded } from '@countersign/contract/connections/errors'
import { resourceNotFound } from '@countersign/contract/transport-errors'
import type { Uuid } from '@countersign/contract/wire/ids'
import { newConnectionToken } from '../credentials/connection-token.ts'
import type { TenantTx } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { appendConnectionEvent } from './append-connection-event.ts'
import { lockConnectionOfTenant, setNextToken } from './connections.store.ts'

export const renewConnectionToken = async (
  tx: TenantTx,
  { agent_id, connection_id }: { agent_id: Uuid; connection_id: Uuid },
) => {
  const held = await lockConnectionOfTenant(tx, connection_id, 'alone')
  if (held?.agent_id !== agent_id) throw new Refusal(resourceNotFound)
  if (held.status === 'revoked') {
    throw new Refusal(connectionEnded, { details: { current_status: held.status, allowed: [] } })
  }
  const { token: connection_token, token_hash } = newConnectionToken(tx.merchant_id)
  const connection = await setNextToken(tx, connection_id, token_hash)
  await appendConnectionEvent(tx, connection, 'token_rotated')
  return { connection, connection_token }
}
