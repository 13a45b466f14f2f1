/**
 * Whether decisions about requests of a connection must be signed with the device's key. To require it, there has to be a
 * key; to stop requiring it takes a statement by that key, so that whoever has the token alone cannot.
 */
import type { updateConnection as operation } from '@pursestrings/contract/connections/operations'
import {
  decisionMismatch,
  decisionSignatureInvalid,
  decisionSignatureRequired,
  deviceKeyRequired,
  deviceKeyUnknown,
} from '@pursestrings/contract/devices/errors'
import type { BodyOf } from '@pursestrings/contract/operation'
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import { CONNECTION_CHANGE_JWS_TYPE, connectionChangeStatement } from '@pursestrings/protocol/device-statements'
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
  const { active } = await decisionKeyOf(tx)
  const kid = kidIn(jws)
  if (kid === undefined) throw new Refusal(decisionSignatureInvalid)
  if (active?.kid !== kid) throw new Refusal(deviceKeyUnknown)
  const said = readStatement(jws, CONNECTION_CHANGE_JWS_TYPE, active)
  if (!said) throw new Refusal(decisionSignatureInvalid)
  const at = timeIn(said.at)?.getTime() ?? 0
  // One from before it was required would otherwise count once more.
  const in_time = at > since.getTime() && at >= now.getTime() - AGE_MS_MAX && at <= now.getTime() + SKEW_MS
  const expected = connectionChangeStatement({
    aud: issuer,
    connection_id: idOf('con', connection_id),
    decision_signature: 'optional',
    at: in_time ? (said.at as string) : '',
  })
  const members = differing(said, expected)
  if (members.length === 0) return
  const issues = members.map((code) => ({
    code,
    field: 'change_jws',
    message: `\`${code}\` doesn't match this change`,
  }))
  throw new Refusal(decisionMismatch, { issues })
}
