/**
 * What the sources say of the payments of one payee: their reported transactions, and what else reached the account. All of
 * it is gathered before anything is written; no transaction is open meanwhile.
 */
import type { WantedPayment } from '@countersign/contract/settlement/match-payment'
import { type Seal, verifySeal } from '@countersign/stellar/seal'
import type { Head, LedgerSource, LedgerTransaction } from '../outside/ledger/ledger-source.ts'
import { type Agreed, type AgreedScan, type Answered, agreeOnLookup, agreeOnScan } from './agree.ts'
import type { Standing } from './find-head.ts'
import type { WatchedRow } from './settlements.store.ts'

export interface Open {
  readonly row: WatchedRow
  readonly wanted: WantedPayment
  /** Ledgers after this one are still to be read for it. */
  readonly after: number
  /** Whether everything from before it was asked for up to there has been read, or lies before it. */
  readonly whole: boolean
  readonly from: number
}

export interface Looked {
  readonly open: Open
  readonly looked: Agreed | undefined
}

export interface Around {
  readonly usable: readonly Standing[]
  readonly head: Head
  readonly quorum: number
  readonly passphrase: string
  readonly validators: readonly string[]
  readonly onFault: (source: LedgerSource, error: unknown) => void
}

/** The movement that pays it, once known. */
export const paidOf = ({ ledger_outcome, paid_hash, paid_place }: WatchedRow) =>
  ledger_outcome === 'paid' && paid_hash !== null && paid_place !== null
    ? { transaction_hash: paid_hash, place: paid_place }
    : null

const HASH = /^[0-9a-f]{64}$/

/** Only those who have read as far as the head can deny anything about it. */
export async function lookUpReported(around: Around, open: Open): Promise<Agreed | undefined> {
  const hash = open.row.reported_hash?.toLowerCase()
  if (hash === undefined || paidOf(open.row) !== null) return undefined
  // No transaction of this network can have such a name.
  if (!HASH.test(hash)) return { is: 'absent', oldest: 0, latest: around.head, observers: [] }
  const answers = await ask(around, (source) => source.transaction(hash))
  const beyond = { from: open.from + 1, after: open.wanted.max_time }
  const over = around.head.closed_at > open.wanted.max_time
  return sealedInstead(around, agreeOnLookup(answers, { quorum: around.quorum, ...(over && { beyond }) }))
}

export async function scanPayee(
  around: Around,
  payee: string,
  opens: readonly Open[],
): Promise<AgreedScan | undefined> {
  const after = Math.min(...opens.map((open) => open.after))
  const through = around.head.sequence
  if (after >= through) return { transactions: [], contested: [], observers: [] }
  const own_assets = new Set(
    opens.flatMap(({ wanted: { asset } }) => (asset.issuer === payee ? [`${asset.code}:${payee}`] : [])),
  )
  const scan = { payee, own_assets: [...own_assets], after, through }
  const agreed = agreeOnScan(await ask(around, (source) => source.transfersTo(scan)), payee, around.quorum)
  if (agreed === undefined || around.validators.length === 0) return agreed
  const contested: AgreedScan['contested'][number][] = []
  const transactions = [...agreed.transactions]
  for (const one of agreed.contested) {
    const sealed = await sealedInstead(around, { is: 'disagreement', ...one })
    if (sealed.is === 'found') transactions.push(sealed)
    else contested.push(one)
  }
  return { ...agreed, transactions, contested }
}

async function ask<T>(
  { usable, onFault }: Around,
  question: (source: LedgerSource) => Promise<T>,
): Promise<Answered<T>[]> {
  const answers = usable.map(async ({ source }) => {
    try {
      return [{ by: source, answer: await question(source) }]
    } catch (error) {
      onFault(source, error)
      return []
    }
  })
  return (await Promise.all(answers)).flat()
}

/** A trusted validator's signature settles what sources do not. */
async function sealedInstead(around: Around, agreed: Agreed): Promise<Agreed> {
  const doubtful = agreed.is === 'disagreement' || agreed.is === 'unknown' ? agreed.transaction : undefined
  if (doubtful === undefined || around.validators.length === 0) return agreed
  const sealed = await sealOf(around, doubtful)
  return sealed === undefined ? agreed : { is: 'found', transaction: sealed.transaction, observers: [] }
}

export interface SealedPayment {
  readonly seal: Seal
  readonly node: string
  readonly transaction: LedgerTransaction
}

/** What a seal says counts, not what the source said that gave it. */
export async function sealOf(around: Around, seen: LedgerTransaction): Promise<SealedPayment | undefined> {
  const { passphrase, validators } = around
  if (validators.length === 0) return undefined
  for (const { answer: seal } of await ask(around, (source) => source.seal(seen))) {
    if (seal === undefined) continue
    const verdict = verifySeal(seal, { passphrase, validators })
    if (!verdict.ok || verdict.transaction.hash !== seen.hash) continue
    const { transaction: read, ledger, result } = verdict
    const transaction = { ...read, ledger, envelope: seal.envelope, result }
    return { seal, node: verdict.node, transaction }
  }
  return undefined
}
