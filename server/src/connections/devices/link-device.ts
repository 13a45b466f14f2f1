/**
 * One device lets another into its wallet, by a code that it shows. Whoever uses the code sees and answers everything, so a
 * stolen token alone must not be able to make one: where the wallet has keys, the device signs with its own. The device that
 * joins signs too, if it can, over the code. A code has 80 bits; a mistyped one is told by its check symbol and counts as
 * nothing, any other wrong one is counted before it is looked at.
 */
import { newConnectKey, readConnectKey } from '@pursestrings/contract/connect-invitations/connect-key'
import type { linkDevice as operation } from '@pursestrings/contract/devices/link-operations'
import {
  deviceInUse,
  deviceKeyRequired,
  linkCodeUnknown,
  linkSignatureInvalid,
  tooManyDevices,
} from '@pursestrings/contract/devices/records'
import type { BodyOf } from '@pursestrings/contract/operation'
import { validationFailed } from '@pursestrings/contract/transport-errors'
import { idOf, slotOf } from '@pursestrings/contract/wire/ids'
import { DEVICE_LINK_JWS_TYPE, deviceLinkStatement } from '@pursestrings/protocol/device-statements'
import type { Limits } from '../../platform/http/limits.ts'
import type { Transactions, WalletIdentity, WalletTx } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { walletHasKeys } from './device-keys.store.ts'
import { databaseNow, deviceOnWire, holdWallet, linkByCode, putLinkCode, selectDevice } from './devices.store.ts'
import { decisionKeyOf } from './devices.ts'
import { differing, readStatement, timeIn } from './signed-statement.ts'

const SKEW_MS = 60_000
/** A statement is sent when it is made. */
const AGE_MS_MAX = 300_000

const REFUSALS = [linkCodeUnknown, deviceInUse, tooManyDevices, deviceKeyRequired]

export const createLinkCode = async (tx: WalletTx, link_jws: string | undefined, base_url: string) => {
  await holdWallet(tx)
  await checkSignature(tx, link_jws, { aud: base_url })
  const code = newConnectKey(slotOf(tx.wallet_id))
  const expires_at = await putLinkCode(tx, code)
  const link_uri = `svc://link?${new URLSearchParams({ code, service: base_url }).toString()}`
  return { code, link_uri, expires_at: expires_at.toISOString() }
}

interface Deps {
  readonly transactions: Transactions
  readonly limits: Limits
  readonly base_url: string
}

export const linkDevice = async (
  { transactions, limits, base_url }: Deps,
  { device_id, wallet_id }: WalletIdentity,
  { code: typed, link_jws }: BodyOf<typeof operation>,
  address: string,
) => {
  const code = readConnectKey(typed)
  if (code === undefined) throw mistyped()
  await limits.take('wrong_link_code', device_id)
  await limits.take('wrong_link_code_address', address)
  const outcome = await transactions.asWallet({ device_id, wallet_id }, async (tx) => {
    await checkSignature(tx, link_jws, { aud: base_url, code })
    return linkByCode(tx, code)
  })
  if (outcome !== linkCodeUnknown.code) {
    await limits.giveBack('wrong_link_code', device_id)
    await limits.giveBack('wrong_link_code_address', address)
  }
  const refused = REFUSALS.find((entry) => entry.code === outcome)
  if (refused) throw new Refusal(refused)
  return { device: deviceOnWire(await transactions.asWallet({ device_id, wallet_id }, selectDevice)) }
}

/** Of a device whose wallet has keys: signed now, with the active one of the device itself. */
const checkSignature = async (
  tx: WalletTx,
  jws: string | undefined,
  about: { readonly aud: string; readonly code?: string },
): Promise<void> => {
  const { active } = await decisionKeyOf(tx)
  if (!active) {
    if (await walletHasKeys(tx)) throw new Refusal(deviceKeyRequired)
    return
  }
  if (jws === undefined) throw invalid('is missing: this device has a key')
  const said = readStatement(jws, DEVICE_LINK_JWS_TYPE, active)
  if (!said) throw invalid('is not signed by the active key of this device, in the form that is described')
  const [at, now] = [timeIn(said.at)?.getTime() ?? 0, (await databaseNow(tx)).getTime()]
  const in_time = at >= now - AGE_MS_MAX && at <= now + SKEW_MS
  const device_id = idOf('dev', tx.device_id)
  // As it was typed: case and separators do not matter here either.
  const same_code = about.code !== undefined && readConnectKey(said.code ?? '') === about.code
  const code = same_code ? { code: said.code } : {}
  const expected = { ...about, ...code, device_id, at: in_time ? (said.at as string) : '' }
  const wrong = differing(said, deviceLinkStatement(expected))
  if (wrong.length > 0) throw invalid(`is about something else: ${wrong.join(', ')}`)
}

const invalid = (message: string): Refusal =>
  new Refusal(linkSignatureInvalid, { issues: [{ code: linkSignatureInvalid.code, field: 'link_jws', message }] })

const mistyped = (): Refusal =>
  new Refusal(validationFailed, {
    issues: [{ code: 'mistyped', field: 'code', message: 'is mistyped: its check character is wrong' }],
  })
