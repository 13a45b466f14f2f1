/** The operations that change an account itself: trustlines, options, data, sequence. */
import { SignerKey, xdr } from '@stellar/stellar-sdk/base'
import { type AccountState, BASE_RESERVE, keyOf, spendable } from './accounts.ts'
import type { Done, Scene } from './pay-operations.ts'
import { addressOf, assetOf } from './plain-values.ts'

const { OperationResultTr: Tr } = xdr
const AUTH_REQUIRED = 1
const FLAGS = 15
const SIGNERS_MAX = 20

const own = ({ draft, source }: Scene): AccountState => {
  const account = draft.get(source)
  if (account === undefined) throw new Error(`operation without its account ${source}`)
  return account
}
const affords = (account: AccountState): boolean => spendable(account) >= BASE_RESERVE

export function changeTrust(scene: Scene, { line, limit }: xdr.ChangeTrustOp): Done {
  type Code = 'Success' | 'Malformed' | 'NoIssuer' | 'InvalidLimit' | 'LowReserve' | 'TrustLineMissing'
  const answer = (code: Code): Done => ({
    ok: code === 'Success',
    tr: Tr.changeTrust(xdr.ChangeTrustResult[`changeTrust${code}`]()),
  })
  if (line.type === 'assetTypeNative' || line.type === 'assetTypePoolShare' || limit < 0n) return answer('Malformed')
  const asset = assetOf(
    line.type === 'assetTypeCreditAlphanum4'
      ? xdr.Asset.assetTypeCreditAlphanum4(line.alphaNum4)
      : xdr.Asset.assetTypeCreditAlphanum12(line.alphaNum12),
  )
  if (asset === undefined || addressOf(line.value.issuer) === scene.source) return answer('Malformed')
  const account = own(scene)
  const key = keyOf(asset)
  const known = account.lines.get(key)
  if (known !== undefined && limit < known.balance) return answer('InvalidLimit')
  if (limit === 0n) return answer(account.lines.delete(key) ? 'Success' : 'TrustLineMissing')
  const issuer = scene.draft.get(addressOf(line.value.issuer))
  if (issuer === undefined) return answer('NoIssuer')
  if (known !== undefined) known.limit = limit
  else if (!affords(account)) return answer('LowReserve')
  else account.lines.set(key, { asset, balance: 0n, limit, authorized: (issuer.flags & AUTH_REQUIRED) === 0 })
  return answer('Success')
}

export function setOptions(scene: Scene, op: xdr.SetOptionsOp): Done {
  type Code = 'Success' | 'LowReserve' | 'TooManySigners' | 'UnknownFlag' | 'ThresholdOutOfRange' | 'BadSigner'
  const answer = (code: Code): Done => ({
    ok: code === 'Success',
    tr: Tr.setOptions(xdr.SetOptionsResult[`setOptions${code}`]()),
  })
  const account = own(scene)
  const weights = [op.masterWeight, op.lowThreshold, op.medThreshold, op.highThreshold]
  if (weights.some((weight) => weight !== null && weight > 255)) return answer('ThresholdOutOfRange')
  if ((((op.setFlags ?? 0) | (op.clearFlags ?? 0)) & ~FLAGS) !== 0) return answer('UnknownFlag')
  account.flags = (account.flags & ~(op.clearFlags ?? 0)) | (op.setFlags ?? 0)
  for (const [i, weight] of weights.entries()) if (weight !== null) account.thresholds[i] = weight
  if (op.homeDomain !== null) account.home_domain = op.homeDomain.toString()
  if (op.signer === null) return answer('Success')
  const { key, weight } = op.signer
  const id = SignerKey.encodeSignerKey(key)
  if (id === scene.source) return answer('BadSigner')
  if (weight === 0) account.signers.delete(id)
  else if (!account.signers.has(id) && account.signers.size >= SIGNERS_MAX) return answer('TooManySigners')
  else if (!account.signers.has(id) && !affords(account)) return answer('LowReserve')
  else account.signers.set(id, weight)
  return answer('Success')
}

export function manageData(scene: Scene, { dataName, dataValue }: xdr.ManageDataOp): Done {
  const answer = (code: 'Success' | 'NameNotFound' | 'LowReserve' | 'InvalidName'): Done => ({
    ok: code === 'Success',
    tr: Tr.manageData(xdr.ManageDataResult[`manageData${code}`]()),
  })
  const account = own(scene)
  const name = dataName.toString()
  if (name === '') return answer('InvalidName')
  if (dataValue === null) return answer(account.data.delete(name) ? 'Success' : 'NameNotFound')
  if (!account.data.has(name) && !affords(account)) return answer('LowReserve')
  account.data.set(name, dataValue.toBytes())
  return answer('Success')
}

export function bumpSequence(scene: Scene, { bumpTo }: xdr.BumpSequenceOp): Done {
  if (bumpTo < 0n) return { ok: false, tr: Tr.bumpSequence(xdr.BumpSequenceResult.bumpSequenceBadSeq()) }
  const account = own(scene)
  if (bumpTo > account.sequence) account.sequence = bumpTo
  return { ok: true, tr: Tr.bumpSequence(xdr.BumpSequenceResult.bumpSequenceSuccess()) }
}
