/**
 * What a user does to a connection in the wallet: pause, resume, narrow, rotate, revoke. The row is held first, so that
 * each holds for every call that starts after its answer, and each is written down in the same transaction.
 */
import {
  connectionEnded,
  scopesNotGranted,
  type updateConnection as update,
} from '@pursestrings/contract/connections/operations'
import { type CONNECTION_CHANGES, CONNECTION_STATUS_NEXT } from '@pursestrings/contract/connections/records'
import type { ErrorEntry } from '@pursestrings/contract/errors'
import type { BodyOf } from '@pursestrings/contract/operation'
import { SCOPES, type Scope } from '@pursestrings/contract/scopes'
import { resourceNotFound, validationFailed } from '@pursestrings/contract/transport-errors'
import type { Uuid } from '@pursestrings/contract/wire/ids'
import { appendEvent, appendEvents, type NewEvent } from '../../delivery/events/append-event.ts'
import { newConnectionToken } from '../../platform/credentials/connection-token.ts'
import type { TenantTx, WalletTx } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { refuseStopped } from '../devices/devices.ts'
import {
  type ConnectionRow,
  endConnectionOfTenant,
  lockConnection,
  lockConnectionOfTenant,
  selectConnectionOfTenant,
  setNextToken,
  updateConnection as store,
} from './connections.store.ts'
import { decisionRequiredAt } from './decision-signature.ts'

// What happened to a connection, for its merchant and its wallet.

type Change = (typeof CONNECTION_CHANGES)[number]

const eventOf = (
  { merchant_id, connection_id, device_id, scopes, paused_by }: ConnectionRow,
  change: Change,
): NewEvent => ({
  kind: `connection.${change}`,
  merchant_id,
  subject_id: connection_id,
  connection_id,
  device_id,
  data: { scopes, ...(change === 'paused' && { paused_by }) },
})

/** Of a connection that is held, as it is from now on. */
export const appendConnectionEvent = (tx: TenantTx | WalletTx, row: ConnectionRow, change: Change): Promise<void> =>
  appendEvent(tx, eventOf(row, change))

export const appendConnectionEvents = (tx: WalletTx, rows: readonly ConnectionRow[], change: Change): Promise<void> =>
  appendEvents(
    tx,
    rows.map((row) => eventOf(row, change)),
  )

// The one rule of scopes: every step from the agent's allowed scopes over what it asks for and what the user grants
// to what a connection keeps takes a part of the step before, never more. What goes beyond is refused and named.

/** In the order of the catalogue, so that equal sets look equal. */
export const scopesWithin = (input: readonly Scope[], whole: readonly Scope[], otherwise: ErrorEntry): Scope[] => {
  const beyond = input.filter((scope) => !whole.includes(scope))
  if (beyond.length === 0) return SCOPES.filter((scope) => input.includes(scope))
  throw new Refusal(otherwise, {
    details: { beyond },
    issues: beyond.map((scope) => ({
      code: otherwise.code,
      field: `scopes.${input.indexOf(scope)}`,
      message: `${scope} isn't one of ${whole.join(', ')}`,
    })),
  })
}

export const sameScopes = (one: readonly Scope[], other: readonly Scope[]): boolean =>
  one.length === other.length && one.every((scope) => other.includes(scope))

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
  { status, scopes, pause_after_rejections, ...signature }: BodyOf<typeof update>,
  issuer: string,
): Promise<ConnectionRow> => {
  const wanted = [status, scopes, pause_after_rejections, signature.decision_signature]
  if (wanted.every((one) => one === undefined)) {
    const message = 'needs status, scopes, decision_signature, pause_after_rejections or several of them'
    throw new Refusal(validationFailed, { issues: [{ code: 'required', field: 'body', message }] })
  }
  if (status === 'active') await refuseStopped(tx, tx.wallet_id)
  let connection = await hold(tx, connection_id)
  refuseEnded(connection)
  const decision_required_at = await decisionRequiredAt(tx, connection, signature, issuer)
  if (decision_required_at !== undefined) connection = await store(tx, connection_id, { decision_required_at })
  if (pause_after_rejections !== undefined && pause_after_rejections !== connection.pause_after_rejections) {
    connection = await store(tx, connection_id, { pause_after_rejections })
  }
  const kept = scopes && scopesWithin(scopes, connection.granted_scopes, scopesNotGranted)
  if (kept && !sameScopes(kept, connection.granted_scopes)) {
    connection = await store(tx, connection_id, { scopes: kept })
    await appendConnectionEvent(tx, connection, 'narrowed')
  }
  // From active or paused, the table of moves leads to either; setting what is already so is no move. What the stop of the
  // wallet has paused can be paused by itself: then it stays paused when the stop is undone.
  const by_itself = status === 'paused' && connection.paused_by === 'stop'
  if (status !== undefined && (status !== connection.status || by_itself)) {
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

/** An agent gives its connection back: from the answer on its token opens nothing, and the user's wallet shows it as ended. */
export const endConnection = async (tx: TenantTx, connection_id: Uuid): Promise<ConnectionRow> => {
  const ended = await endConnectionOfTenant(tx, connection_id)
  // The user came first.
  if (!ended) return selectConnectionOfTenant(tx, connection_id)
  await appendConnectionEvent(tx, ended, 'revoked')
  return ended
}

/**
 * An agent renews the token of its own connection, with its key as the proof: before the 90 days are over, or after the wallet
 * has rotated it. The old one works until the new one is first used, so a lost answer costs nothing but another renewal.
 */
export const renewConnectionToken = async (
  tx: TenantTx,
  { agent_id, connection_id }: { agent_id: Uuid; connection_id: Uuid },
) => {
  const held = await lockConnectionOfTenant(tx, connection_id)
  if (held?.agent_id !== agent_id) throw new Refusal(resourceNotFound)
  if (held.status === 'revoked') {
    throw new Refusal(connectionEnded, { details: { current_status: held.status, allowed: [] } })
  }
  const { token: connection_token, token_hash } = newConnectionToken(tx.merchant_id)
  const connection = await setNextToken(tx, connection_id, token_hash)
  await appendConnectionEvent(tx, connection, 'token_rotated')
  return { connection, connection_token }
}
