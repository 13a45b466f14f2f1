/**
 * What a user does to a connection in the wallet: pause, resume, narrow, rotate, revoke. The row is held first, so that
 * each holds for every call that starts after its answer (I6), and each is written down in the same transaction.
 */
import { connectionEnded, scopesNotGranted } from '@countersign/contract/connections/errors'
import { type updateConnection as update } from '@countersign/contract/connections/operations'
import { CONNECTION_STATUS_NEXT } from '@countersign/contract/connections/states'
import type { BodyOf } from '@countersign/contract/operation'
import { resourceNotFound, validationFailed } from '@countersign/contract/transport-errors'
import type { Uuid } from '@countersign/contract/wire/ids'
import { newConnectionToken } from '../credentials/connection-token.ts'
import type { WalletTx } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { appendConnectionEvent } from './append-connection-event.ts'
import { type ConnectionRow, lockConnection, updateConnection as store } from './connections.store.ts'
import { decisionRequiredAt } from './decision-signature.ts'
import { sameScopes, scopesWithin } from './scopes-within.ts'

const hold = async (tx: WalletTx, connection_id: Uuid): Promise<ConnectionRow> => {
  const connection = await lockConnection(tx, connection_id)
  if (!connection) throw new Refusal(resourceNotFound)
  return connection
}

const refuseEnded = ({ status }: ConnectionRow): void => {
  const allowed = CONNECTION_STATUS_NEXT[status]
  if (allowed.length === 0) throw new Refusal(connectionEnded, { details: { current_status: status, allowed } })
}

export const updateConnection = async (
  tx: WalletTx,
  connection_id: Uuid,
  { status, scopes, ...signature }: BodyOf<typeof update>,
  issuer: string,
): Promise<ConnectionRow> => {
  if (status === undefined && scopes === undefined && signature.decision_signature === undefined) {
    const message = 'needs status, scopes, decision_signature or several of them'
    throw new Refusal(validationFailed, { issues: [{ code: 'required', field: 'body', message }] })
  }
  let connection = await hold(tx, connection_id)
  refuseEnded(connection)
  const decision_required_at = await decisionRequiredAt(tx, connection, signature, issuer)
  if (decision_required_at !== undefined) connection = await store(tx, connection_id, { decision_required_at })
  const kept = scopes && scopesWithin(scopes, connection.granted_scopes, scopesNotGranted)
  if (kept && !sameScopes(kept, connection.granted_scopes)) {
    connection = await store(tx, connection_id, { scopes: kept })
    await appendConnectionEvent(tx, connection, 'narrowed')
  }
  // From active or paused, the table of moves leads to either; setting what is already so is no move.
  if (status !== undefined && status !== connection.status) {
    connection = await store(tx, connection_id, { status })
    await appendConnectionEvent(tx, connection, status === 'paused' ? 'paused' : 'resumed')
  }
  return connection
}

export const revokeConnection = async (tx: WalletTx, connection_id: Uuid): Promise<ConnectionRow> => {
  const before = await hold(tx, connection_id)
  if (before.status === 'revoked') return before
  // The hash stays, so that the agent is told why its token is dead.
  const connection = await store(tx, connection_id, { status: 'revoked' })
  await appendConnectionEvent(tx, connection, 'revoked')
  return connection
}

export const rotateConnectionToken = async (tx: WalletTx, connection_id: Uuid) => {
  const before = await hold(tx, connection_id)
  refuseEnded(before)
  const { token: connection_token, token_hash } = newConnectionToken(before.merchant_id)
  const connection = await store(tx, connection_id, { token_hash })
  await appendConnectionEvent(tx, connection, 'token_rotated')
  return { connection, connection_token }
}
