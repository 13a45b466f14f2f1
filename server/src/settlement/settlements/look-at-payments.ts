/**
 * What the sources say of the payments of one payee: their reported transactions, and what else reached the account. All of
 * it is gathered before anything is written; no transaction is open meanwhile.
 */
import type { Head, LedgerSource, LedgerTransaction } from '../../platform/egress/ledger/ledger-source.ts'
import type { Sealed } from '../../platform/egress/ledger/ledgers.ts'
import type { ObservedNetwork } from '../../platform/egress/ledger/open-sources.ts'
import { type Agreed, type AgreedScan, type Answered, agreeOnLookup, agreeOnScan } from './agree.ts'
import type { Standing } from './find-head.ts'
import { isRead, namedBy, type Open, paidOf } from './open-payments.ts'

export interface Around extends Pick<ObservedNetwork, 'network' | 'reading' | 'quorum'> {
  readonly usable: readonly Standing[]
  readonly head: Head
  readonly validators: readonly string[]
  readonly onFault: (source: LedgerSource, error: unknown) => void
}

const HASH = /^[0-9a-f]{64}$/

/** So many transactions of one payee are read in a round: whoever floods its account delays only itself. */
const SCAN_BUDGET = 200
/** And so many are looked up by name. Which ones is left to chance, so that each gets its turn. */
const LOOKUPS_MAX = 100

/** What wallets named and the scan did not find. Only those who have read as far as the head can deny anything about it. */
export async function lookUpNamed(
  around: Around,
  opens: readonly Open[],
  scan: AgreedScan | undefined,
): Promise<Map<string, Agreed>> {
  const scanned = new Map((scan?.transactions ?? []).map((one) => [one.transaction.hash, one]))
  const looked = new Map<string, Agreed>()
  const wanted = new Map<string, Open>()
  for (const open of opens) {
    if (paidOf(open.row) !== null) continue
    for (const hash of namedBy(open.row)) {
      const known = scanned.get(hash)
      if (known !== undefined) looked.set(hash, { is: 'found', ...known })
      else if (!HASH.test(hash)) looked.set(hash, { is: 'absent', oldest: 0, latest: around.head, observers: [] })
      else if (open.from < (wanted.get(hash)?.from ?? Infinity)) wanted.set(hash, open)
    }
  }
  const chosen = wanted.size <= LOOKUPS_MAX ? [...wanted] : shuffled([...wanted]).slice(0, LOOKUPS_MAX)
  for (const [hash, open] of chosen) looked.set(hash, await lookUp(around, hash, open))
  return looked
}

const shuffled = <T>(list: readonly T[]): T[] =>
  list
    .map((one) => ({ one, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one)

async function lookUp(around: Around, hash: string, open: Open): Promise<Agreed> {
  const answers = await ask(around, (source) => source.transaction(hash))
  const beyond = { from: open.from + 1, after: open.wanted.max_time }
  const over = around.head.closed_at > open.wanted.max_time
  return sealedInstead(around, agreeOnLookup(answers, { quorum: around.quorum, ...(over && { beyond }) }))
}

/** The first ledger that a quorum still has. */
export const oldestOf = ({ usable, quorum }: Pick<Around, 'usable' | 'quorum'>): number =>
  [...Map.groupBy(usable, ({ source }) => source.operator).values()]
    .map((theirs) => Math.min(...theirs.map(({ range }) => range.oldest)))
    .toSorted((a, b) => a - b)[quorum - 1] ?? 0

export async function scanPayee(
  around: Around,
  payee: string,
  opens: readonly Open[],
): Promise<AgreedScan | undefined> {
  const after = Math.min(...opens.filter((open) => !isRead(open)).map((open) => open.after))
  const through = around.head.sequence
  if (after >= through) return { transactions: [], contested: [], unread: [], observers: [], through }
  const own_assets = new Set(
    opens.flatMap(({ wanted: { asset } }) => (asset.issuer === payee ? [`${asset.code}:${payee}`] : [])),
  )
  const scan = { payee, own_assets: [...own_assets], after, through, budget: SCAN_BUDGET }
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

/** What a seal says counts, not what the source said that gave it. */
export async function sealOf(around: Around, seen: LedgerTransaction): Promise<Sealed | undefined> {
  const { reading, validators } = around
  if (validators.length === 0) return undefined
  for (const { answer: seal } of await ask(around, (source) => source.seal(seen))) {
    const sealed = seal && reading.openSeal(seal, around)
    if (sealed?.transaction.hash === seen.hash) return sealed
  }
  return undefined
}
