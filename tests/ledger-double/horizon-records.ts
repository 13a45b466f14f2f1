/** Horizon's records of accounts, transactions and payments, as far as they are read by anybody here. */
import { Memo, type xdr } from '@stellar/stellar-sdk/base'
import { type AccountState, subentries } from './accounts.ts'
import type { Placed } from './ledger.ts'
import { assetFields, paymentFields } from './payment-fields.ts'
import { amountOf, base64Of } from './plain-values.ts'
import { isoOf } from './rpc-events.ts'
import type { View } from './source-view.ts'

export const tokenOf = (ledger: number, order: number, operation: number): string =>
  ((BigInt(ledger) << 32n) | (BigInt(order) << 12n) | BigInt(operation)).toString()

const SIGNERS: Readonly<Record<string, string>> = {
  G: 'ed25519_public_key',
  T: 'preauth_tx',
  X: 'sha256_hash',
  P: 'ed25519_signed_payload',
}

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
      ...[...account.signers].map(([key, weight]) => ({ key, weight, type: SIGNERS[key.charAt(0)] })),
      { key: account.id, weight: master, type: SIGNERS['G'] },
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
    envelope_xdr: transaction.shown.envelope,
    result_xdr: transaction.shown.result,
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
  if (memo.type === 'memoText')
    return { memo_type: 'text', memo: memo.text.toString(), memo_bytes: base64Of(memo.text.bytes) }
  const { type, value } = Memo.fromXdrObject(memo)
  if (value === null) return { memo_type: type }
  return { memo_type: type, memo: typeof value === 'string' ? value : base64Of(value) }
}

export function paymentRecords(view: View, placed: Placed, { origin, join }: { origin: string; join: boolean }) {
  const { ledger, transaction, order } = placed
  return paymentFields(transaction, view.faults.altered.get(transaction.hash)).flatMap((one, i) => {
    if (one === undefined) return []
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
        source_account: one.source,
        created_at: isoOf(ledger.closed_at),
        transaction_hash: transaction.listed_hash,
        ...(join && { transaction: transactionRecord(placed, origin) }),
        ...one.fields,
      },
    ]
  })
}
