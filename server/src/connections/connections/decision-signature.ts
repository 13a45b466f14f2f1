/**
 * Whether decisions about requests of a connection must be signed with the device's key. To require it, there has to be a
 * key; to stop requiring it takes a statement by that key, so that whoever has the token alone cannot. So does undoing a stop.
 */
import type { updateConnection as operation } from '@pursestrings/contract/connections/operations'
import {
  decisionMismatch,
  decisionSignatureInvalid,
  decisionSignatureRequired,
  deviceKeyRequired,
  deviceKeyUnknown,
} from '@pursestrings/contract/devices/records'
import type { BodyOf } from '@pursestrings/contract/operation'
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import {
  CONNECTION_CHANGE_JWS_TYPE,
  connectionChangeStatement,
  STOP_UNDO_JWS_TYPE,
  type Statement,
  stopUndoStatement,
} from '@pursestrings/protocol/device-statements'
import type { TenantTx, WalletTx } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { decisionKeyOf, hasActiveKey } from '../devices/devices.ts'
import { differing, kidIn, readStatement, timeIn } from '../devices/signed-statement.ts'
import { type ConnectionRow, databaseNow } from './connections.store.ts'

const SKEW_MS = 60_000
/** A statement is sent when it is made. */
const AGE_MS_MAX = 300_000

type Wanted = Pick<BodyOf<typeof operation>, 'decision_signature' | 'change_jws'>

export const refuseWithoutKey = async (tx: TenantTx | WalletTx, device_id: Uuid): Promise<void> => {
  if (!(await hasActiveKey(tx, device_id))) throw new Refusal(deviceKeyRequired)
}

/** What the column becomes; undefined where it stays. */
export const decisionRequiredAt = async (
  tx: WalletTx,
  connection: ConnectionRow,
  { decision_signature, change_jws }: Wanted,
  issuer: string,
): Promise<Date | null | undefined> => {
  const { decision_required_at: since } = connection
  if (decision_signature === undefined || (decision_signature === 'required') === (since !== null)) return undefined
  const now = await databaseNow(tx)
  if (since === null) {
    await refuseWithoutKey(tx, tx.device_id)
    return now
  }
  await checkChange(tx, connection, change_jws, { issuer, since, now })
  return null
}

const checkChange = async (
  tx: WalletTx,
  { connection_id }: ConnectionRow,
  jws: string | undefined,
  { issuer, since, now }: { issuer: string; since: Date; now: Date },
): Promise<void> => {
  if (jws === undefined) throw new Refusal(decisionSignatureRequired)
  const said = await readByKey(tx, jws, CONNECTION_CHANGE_JWS_TYPE)
  const at = timeIn(said.at)?.getTime() ?? 0
  // One from before it was required would otherwise count once more.
  const in_time = at > since.getTime() && at >= now.getTime() - AGE_MS_MAX && at <= now.getTime() + SKEW_MS
  const expected = connectionChangeStatement({
    aud: issuer,
    connection_id: idOf('con', connection_id),
    decision_signature: 'optional',
    at: in_time ? (said.at as string) : '',
  })
  refuseDiffering(said, expected, 'change_jws')
}

/** What the user's device signed to undo that very stop. */
export const checkStopUndo = async (
  tx: WalletTx,
  jws: string,
  { issuer, stopped_at }: { issuer: string; stopped_at: Date },
): Promise<void> => {
  await refuseWithoutKey(tx, tx.device_id)
  const said = await readByKey(tx, jws, STOP_UNDO_JWS_TYPE)
  const device_id = idOf('dev', tx.device_id)
  const expected = stopUndoStatement({ aud: issuer, device_id, stopped_at: stopped_at.toISOString() })
  refuseDiffering(said, expected, 'undo_jws')
}

/** What the active key of the device signed. */
const readByKey = async (tx: WalletTx, jws: string, typ: string): Promise<Statement> => {
  const { active } = await decisionKeyOf(tx)
  const kid = kidIn(jws)
  if (kid === undefined) throw new Refusal(decisionSignatureInvalid)
  if (active?.kid !== kid) throw new Refusal(deviceKeyUnknown)
  const said = readStatement(jws, typ, active)
  if (!said) throw new Refusal(decisionSignatureInvalid)
  return said
}

const refuseDiffering = (said: Statement, expected: Statement, field: string): void => {
  const members = differing(said, expected)
  if (members.length === 0) return
  const issues = members.map((code) => ({ code, field, message: `\`${code}\` doesn't match this change` }))
  throw new Refusal(decisionMismatch, { issues })
}
