/** Opens an epoch where there is none, and renews its anchor about once a minute. */
import type { Uuid } from '@countersign/contract/wire/ids'
import type { Head } from '../outside/ledger/ledger-source.ts'
import type { Transactions } from '../postgres/transaction.ts'
import { agreeOnHead, type Standing } from './find-head.ts'
import { type Anchor, keepAnchor } from './settlements.store.ts'

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
