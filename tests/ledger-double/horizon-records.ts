/** Horizon's records of accounts, transactions and payments, as far as they are read by anybody here. */
import { formatUnits } from '@countersign/contract/wire/amount'
import type { StellarAsset } from '@countersign/stellar/terms'
import { addressOf, assetOf, memoOf, muxedParts } from '@countersign/stellar/xdr-parts'
import { xdr } from '@stellar/stellar-sdk/base'
import { type AccountState, subentries } from './accounts.ts'
import { isoOf } from './rpc-events.ts'
import type { Placed, View } from './source-view.ts'

export const amountOf = (units: bigint): string => {
  const [whole = '0', fraction = ''] = formatUnits(units, 7).split('.')
  return `${whole}.${fraction.padEnd(7, '0')}`
}

const base64Of = (bytes: Uint8Array): string => xdr.encodeBytes(bytes, 'base64')

function assetFields({ code, issuer }: StellarAsset, prefix = ''): Record<string, string> {
  if (issuer === undefined) return { [`${prefix}asset_type`]: 'native' }
  return {
    [`${prefix}asset_type`]: code.length <= 4 ? 'credit_alphanum4' : 'credit_alphanum12',
    [`${prefix}asset_code`]: code,
    [`${prefix}asset_issuer`]: issuer,
  }
}

const tokenOf = (ledger: number, order: number, operation: number): string =>
  ((BigInt(ledger) << 32n) | (BigInt(order) << 12n) | BigInt(operation)).toString()

export function accountRecord(account: AccountState, origin: string) {
  const [master, low, med, high] = account.thresholds
  const held = [...account.lines.values()].map((line) => ({
    balance: amountOf(line.balance),
    limit: amountOf(line.limit),
    buying_liabilities: '0.0000000',
    selling_liabilities: '0.0000000',
    last_modified_ledger: account.modified,
    is_authorized: line.authorized,
    is_authorized_to_maintain_liabilities: line.authorized,
    is_clawback_enabled: false,
    ...assetFields(line.asset),
  }))
  return {
    _links: {
      self: { href: `${origin}/accounts/${account.id}` },
      data: { href: `${origin}/accounts/${account.id}/data/{key}`, templated: true },
    },
    id: account.id,
    account_id: account.id,
    paging_token: account.id,
    sequence: account.sequence.toString(),
    subentry_count: subentries(account),
    home_domain: account.home_domain,
    last_modified_ledger: account.modified,
    thresholds: { low_threshold: low, med_threshold: med, high_threshold: high },
    flags: {
      auth_required: (account.flags & 1) !== 0,
      auth_revocable: (account.flags & 2) !== 0,
      auth_immutable: (account.flags & 4) !== 0,
      auth_clawback_enabled: (account.flags & 8) !== 0,
    },
    balances: [
      ...held,
      {
        balance: amountOf(account.balance),
        buying_liabilities: '0.0000000',
        selling_liabilities: '0.0000000',
        asset_type: 'native',
      },
    ],
    signers: [
      ...[...account.signers].map(([key, weight]) => ({ key, weight, type: 'ed25519_public_key' })),
      { key: account.id, weight: master, type: 'ed25519_public_key' },
    ],
    data: Object.fromEntries([...account.data].map(([name, value]) => [name, base64Of(value)])),
    num_sponsoring: 0,
    num_sponsored: 0,
  }
}

export function transactionRecord({ ledger, transaction, order }: Placed, origin: string) {
  const { envelope, inner, hash, listed_hash, fee_offered } = transaction
  const { cond } = inner.tx
  const bounds = cond.type === 'precondTime' ? cond.timeBounds : cond.type === 'precondV2' ? cond.v2.timeBounds : null
  const signatures = inner.signatures.map(({ signature }) => base64Of(signature.toBytes()))
  const outer = envelope.type === 'envelopeTypeTxFeeBump' ? envelope.feeBump.signatures : inner.signatures
  return {
    _links: {
      self: { href: `${origin}/transactions/${listed_hash}` },
      account: { href: `${origin}/accounts/${transaction.source}` },
      ledger: { href: `${origin}/ledgers/${ledger.sequence}` },
    },
    id: listed_hash,
    paging_token: tokenOf(ledger.sequence, order, 0),
    successful: transaction.successful,
    hash: listed_hash,
    ledger: ledger.sequence,
    created_at: isoOf(ledger.closed_at),
    source_account: transaction.source,
    source_account_sequence: inner.tx.seqNum.toString(),
    fee_account: transaction.fee_source,
    fee_charged: transaction.fee.toString(),
    max_fee: fee_offered.toString(),
    operation_count: inner.tx.operations.length,
    envelope_xdr: envelope.toXdr('base64'),
    result_xdr: transaction.result.toXdr('base64'),
    ...memoFields(inner.tx.memo),
    signatures: outer.map(({ signature }) => base64Of(signature.toBytes())),
    ...(bounds !== null && {
      valid_after: isoOf(bounds.minTime),
      ...(bounds.maxTime > 0n && { valid_before: isoOf(bounds.maxTime) }),
      preconditions: {
        timebounds: {
          min_time: bounds.minTime.toString(),
          ...(bounds.maxTime > 0n && { max_time: bounds.maxTime.toString() }),
        },
      },
    }),
    ...(hash !== listed_hash && {
      fee_bump_transaction: {
        hash: listed_hash,
        signatures: outer.map(({ signature }) => base64Of(signature.toBytes())),
      },
      inner_transaction: { hash, signatures, max_fee: String(inner.tx.fee) },
    }),
  }
}

function memoFields(memo: xdr.Memo): Record<string, string> {
  const { kind, value } = memoOf(memo)
  if (kind === 'none' || kind === 'id') return { memo_type: kind, ...(kind === 'id' && { memo: value }) }
  const bytes = xdr.decodeBytes(value, 'hex')
  if (kind === 'text') return { memo_type: kind, memo: new TextDecoder().decode(bytes), memo_bytes: base64Of(bytes) }
  return { memo_type: kind, memo: base64Of(bytes) }
}

/** Horizon counts a merge among the payments, and leaves failed transactions out. */
export function paymentRecords(view: View, placed: Placed, { origin, join }: { origin: string; join: boolean }) {
  const { ledger, transaction, order } = placed
  if (!transaction.successful) return []
  const altered = view.faults.altered.get(transaction.hash)
  return transaction.inner.tx.operations.flatMap(({ sourceAccount, body }, i) => {
    const source = sourceAccount === null ? transaction.source : muxedParts(sourceAccount).address
    const fields = paymentFields(body, source, transaction.result, i, altered)
    if (fields === undefined) return []
    const id = tokenOf(ledger.sequence, order, i + 1)
    return [
      {
        _links: {
          self: { href: `${origin}/operations/${id}` },
          transaction: { href: `${origin}/transactions/${transaction.listed_hash}` },
        },
        id,
        paging_token: id,
        transaction_successful: true,
        source_account: source,
        created_at: isoOf(ledger.closed_at),
        transaction_hash: transaction.listed_hash,
        ...(join && { transaction: transactionRecord(placed, origin) }),
        ...fields,
      },
    ]
  })
}

/** With the accounts that the record belongs to among them: `from`, `to`, `funder`, `account`, `into`. */
function paymentFields(
  body: xdr.OperationBody,
  from: string,
  result: xdr.TransactionResult,
  index: number,
  altered: bigint | undefined,
): Record<string, string | number> | undefined {
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
    return { type: 'account_merge', type_i: 8, account: from, into: muxedParts(body.destination).address }
  return undefined
}

function receiverFields(account: xdr.MuxedAccount): Record<string, string> {
  const { address, id } = muxedParts(account)
  return id === undefined ? { to: address } : { to: address, to_muxed_id: id.toString() }
}

function deliveredBy({ result }: xdr.TransactionResult, index: number): bigint {
  const inner = result.type === 'txFeeBumpInnerSuccess' ? result.innerResultPair.result.result : result
  const one = inner.type === 'txSuccess' ? inner.results[index] : undefined
  const sent =
    one?.type === 'opInner' && one.tr.type === 'pathPaymentStrictSend' ? one.tr.pathPaymentStrictSendResult : undefined
  return sent?.type === 'pathPaymentStrictSendSuccess' ? sent.success.last.amount : 0n
}
