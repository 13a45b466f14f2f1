/** What Horizon tells of an operation among the payments, and of whom. A merge counts, and a call that moved tokens. */
import { xdr } from '@stellar/stellar-sdk/base'
import type { Applied } from './apply-transaction.ts'
import { addressOf, amountOf, assetOf, baseOf, idIn, type PlainAsset } from './plain-values.ts'

export function assetFields(asset: PlainAsset | undefined, prefix = ''): Record<string, string> {
  if (asset?.issuer === undefined) return { [`${prefix}asset_type`]: 'native' }
  return {
    [`${prefix}asset_type`]: asset.code.length <= 4 ? 'credit_alphanum4' : 'credit_alphanum12',
    [`${prefix}asset_code`]: asset.code,
    [`${prefix}asset_issuer`]: asset.issuer,
  }
}

interface BalanceChange extends Record<string, string> {
  type: string
  from: string
  to: string
  amount: string
}

export type PaymentFields = Record<string, string | number | BalanceChange[]>

/** By operation; undefined for what is no payment. Failed transactions have none. */
export function paymentFields(
  applied: Applied,
  altered?: bigint,
): ({ source: string; fields: PaymentFields } | undefined)[] {
  if (!applied.successful) return []
  return applied.inner.tx.operations.map(({ sourceAccount, body }, i) => {
    const source = sourceAccount === null ? applied.source : baseOf(sourceAccount)
    const fields =
      body.type === 'invokeHostFunction' ? called(applied, i) : fieldsOf(body, source, applied.result, i, altered)
    return fields && { source, fields }
  })
}

const PARTIES = ['from', 'to', 'funder', 'account', 'into']

export function accountsPaying(applied: Applied): Set<string> {
  const found = new Set<string>()
  for (const one of paymentFields(applied)) {
    const { asset_balance_changes: changes, ...fields } = one?.fields ?? {}
    const all = [fields, ...(Array.isArray(changes) ? changes : [])]
    for (const party of all.flatMap((some) => PARTIES.map((name) => some[name])))
      if (typeof party === 'string') found.add(party)
  }
  return found
}

function called({ movements }: Applied, index: number): PaymentFields | undefined {
  const changes = (movements[index] ?? []).map(({ from, to, asset, units }) => ({
    type: 'transfer',
    from,
    to,
    amount: amountOf(units),
    ...assetFields(asset),
  }))
  if (changes.length === 0) return undefined
  return {
    type: 'invoke_host_function',
    type_i: 24,
    function: 'HostFunctionTypeHostFunctionTypeInvokeContract',
    asset_balance_changes: changes,
  }
}

/** With the accounts that the record belongs to among them. */
function fieldsOf(
  body: xdr.OperationBody,
  from: string,
  result: xdr.TransactionResult,
  index: number,
  altered: bigint | undefined,
): PaymentFields | undefined {
  const shown = (units: bigint): string => amountOf(altered ?? units)
  if (body.type === 'payment') {
    const { destination, asset, amount } = body.paymentOp
    return {
      type: 'payment',
      type_i: 1,
      from,
      ...receiverFields(destination),
      amount: shown(amount),
      ...assetFields(assetOf(asset)),
    }
  }
  if (body.type === 'createAccount') {
    const { destination, startingBalance } = body.createAccountOp
    const account = addressOf(destination)
    return { type: 'create_account', type_i: 0, funder: from, account, starting_balance: shown(startingBalance) }
  }
  if (body.type === 'pathPaymentStrictReceive') {
    const op = body.pathPaymentStrictReceiveOp
    const fields = { ...assetFields(assetOf(op.destAsset)), ...assetFields(assetOf(op.sendAsset), 'source_') }
    const parties = { from, ...receiverFields(op.destination) }
    return {
      type: 'path_payment_strict_receive',
      type_i: 2,
      ...parties,
      amount: shown(op.destAmount),
      source_max: amountOf(op.sendMax),
      ...fields,
    }
  }
  if (body.type === 'pathPaymentStrictSend') {
    const op = body.pathPaymentStrictSendOp
    const fields = { ...assetFields(assetOf(op.destAsset)), ...assetFields(assetOf(op.sendAsset), 'source_') }
    const parties = { from, ...receiverFields(op.destination) }
    const amounts = {
      amount: shown(deliveredBy(result, index)),
      source_amount: amountOf(op.sendAmount),
      destination_min: amountOf(op.destMin),
    }
    return { type: 'path_payment_strict_send', type_i: 13, ...parties, ...amounts, ...fields }
  }
  if (body.type === 'accountMerge')
    return { type: 'account_merge', type_i: 8, account: from, into: baseOf(body.destination) }
  return undefined
}

function receiverFields(account: xdr.MuxedAccount): Record<string, string> {
  const [to, id] = [baseOf(account), idIn(account)]
  return id === undefined ? { to } : { to, to_muxed_id: id.toString() }
}

function deliveredBy({ result }: xdr.TransactionResult, index: number): bigint {
  const inner = result.type === 'txFeeBumpInnerSuccess' ? result.innerResultPair.result.result : result
  const one = inner.type === 'txSuccess' ? inner.results[index] : undefined
  const sent =
    one?.type === 'opInner' && one.tr.type === 'pathPaymentStrictSend' ? one.tr.pathPaymentStrictSendResult : undefined
  return sent?.type === 'pathPaymentStrictSendSuccess' ? sent.success.last.amount : 0n
}
