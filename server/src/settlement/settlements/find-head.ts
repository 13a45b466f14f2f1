/**
 * Where a network stands, by a quorum: who can be relied on in this round, up to which ledger, and whether the network has
 * begun again. A source that stands alone with a reset, or behind, is left out; it never makes a verdict.
 */
import type { Uuid } from '@pursestrings/contract/wire/ids'
import type { Head, LedgerRange, LedgerSource } from '../../platform/egress/ledger/ledger-source.ts'
import type { Transactions } from '../../platform/postgres/transaction.ts'
import { type Anchor, keepAnchor } from './settlements.store.ts'

export interface Standing {
  readonly source: LedgerSource
  readonly range: LedgerRange
}

type Found =
  | { readonly is: 'head'; readonly head: Head; readonly usable: readonly Standing[] }
  | { readonly is: 'reset' }
  | { readonly is: 'nothing'; readonly why: 'too_few_sources' | 'sources_disagree' }

type OnFault = (source: LedgerSource, error: unknown) => void

const operators = (list: readonly Standing[]): number => new Set(list.map(({ source }) => source.operator)).size

export async function standingsOf(sources: readonly LedgerSource[], onFault: OnFault): Promise<Standing[]> {
  const asked = sources.map(async (source) => {
    try {
      return [{ source, range: await source.range() }]
    } catch (error) {
      onFault(source, error)
      return []
    }
  })
  return (await Promise.all(asked)).flat()
}

export async function findHead(
  standings: readonly Standing[],
  anchors: readonly Anchor[],
  { quorum, onFault }: { quorum: number; onFault: OnFault },
): Promise<Found> {
  const votes = await Promise.all(
    standings.map(async (standing) => ({ standing, says: await continues(standing, anchors, onFault) })),
  )
  const reset = votes.filter(({ says }) => says === 'reset').map(({ standing }) => standing)
  const same = votes.filter(({ says }) => says === 'same').map(({ standing }) => standing)
  if (operators(reset) >= quorum && operators(reset) > operators(same)) return { is: 'reset' }
  return agreeOnHead(same, quorum, onFault)
}

/** Does this source still have the chain that we know? A node that lags has not begun again. */
async function continues(
  { source, range }: Standing,
  anchors: readonly Anchor[],
  onFault: OnFault,
): Promise<'same' | 'reset' | 'unknown'> {
  const [first] = anchors
  if (first === undefined) return 'same'
  const { oldest, latest } = range
  if (latest.sequence < first.sequence) return 'reset'
  const known = anchors.findLast(({ sequence }) => sequence <= latest.sequence)
  if (known === undefined || known.sequence < oldest) return 'unknown'
  try {
    const head = await source.headAt(known.sequence)
    if (head === undefined) return 'unknown'
    return head.hash === known.hash ? 'same' : 'reset'
  } catch (error) {
    onFault(source, error)
    return 'unknown'
  }
}

/** The newest ledger that enough operators have, and that all of them have alike. */
async function agreeOnHead(usable: readonly Standing[], quorum: number, onFault: OnFault): Promise<Found> {
  const reached = usable.map(({ range }) => range.latest.sequence).toSorted((a, b) => b - a)
  const sequence = reached.find((at) => operators(having(usable, at)) >= quorum)
  if (sequence === undefined) return { is: 'nothing', why: 'too_few_sources' }
  const asked = having(usable, sequence).map(async (standing) => {
    const { latest } = standing.range
    if (latest.sequence === sequence) return [{ standing, head: latest }]
    const head = await standing.source.headAt(sequence).catch((error: unknown) => onFault(standing.source, error))
    return head ? [{ standing, head }] : []
  })
  const heads = (await Promise.all(asked)).flat()
  const [first] = heads
  if (first === undefined || operators(heads.map(({ standing }) => standing)) < quorum)
    return { is: 'nothing', why: 'too_few_sources' }
  const alike = heads.every(({ head }) => head.hash === first.head.hash && head.closed_at === first.head.closed_at)
  if (!alike) return { is: 'nothing', why: 'sources_disagree' }
  return { is: 'head', head: first.head, usable: heads.map(({ standing }) => standing) }
}

const having = (usable: readonly Standing[], sequence: number): Standing[] =>
  usable.filter(({ range }) => range.latest.sequence >= sequence)

// Opens an epoch where there is none, and renews its anchor about once a minute.

const EVERY_S = 60n

interface Deps {
  readonly transactions: Transactions
  readonly network: string
  readonly simulated: boolean
  readonly holder: Uuid
  readonly quorum: number
}

export async function keepAnchors(
  { transactions, quorum, ...of }: Deps,
  { head, usable, anchors }: { head: Head; usable: readonly Standing[]; anchors: readonly Anchor[] },
): Promise<readonly Anchor[]> {
  const [first] = anchors
  const last = anchors.at(-1)
  if (last !== undefined && head.closed_at - last.closed_at < EVERY_S) return anchors
  // The oldest ledger of all sources, so that what was asked for before the first look can be read whole.
  const fresh = first === undefined ? [await oldestOf(usable, quorum), head] : [head]
  const epoch = first?.epoch ?? head.hash
  const added: Anchor[] = []
  for (const one of fresh) {
    if (one === undefined) continue
    const anchor = { ...one, epoch, simulated: of.simulated }
    await transactions.asSystem((tx) => keepAnchor(tx, { ...anchor, network: of.network, holder: of.holder }))
    added.push(anchor)
  }
  return [...anchors, ...added]
}

async function oldestOf(usable: readonly Standing[], quorum: number): Promise<Head | undefined> {
  const oldest = Math.max(...usable.map(({ range }) => range.oldest))
  const at = usable.map(async ({ source, range }) => {
    const head = await source.headAt(oldest).catch(() => undefined)
    return head === undefined ? [] : [{ source, range: { ...range, latest: head } }]
  })
  const found = await agreeOnHead((await Promise.all(at)).flat(), quorum, () => {})
  return found.is === 'head' && found.head.sequence === oldest ? found.head : undefined
}
