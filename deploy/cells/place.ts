/**
 * Places merchants by weight: the heaviest first, each on the emptiest open cell, and none where it would be more than half
 * full. Those that list the same address stay together, because a payment is given once over all organizations of a cell.
 * Experimental: it makes a plan for people to look at, and nothing in the service reads it.
 *
 *   node deploy/cells/place.ts cells.json merchants.json
 *
 * `merchants.json` is a list of `{"merchant_id": "mer_…", "lives_per_s": 0.4, "addresses": ["G…"]}`. Only addresses that several
 * of them list matter: `admin payee shared-addresses` has those of a cell.
 */
import { readFileSync } from 'node:fs'
import { type Cell, readCells } from './cells.ts'

/** How unequal merchants are: the n-th largest asks 1/n^s as often as the largest. All together are 1. */
export const zipfWeights = (count: number, s: number): number[] => {
  const raw = Array.from({ length: count }, (_, n) => 1 / (n + 1) ** s)
  const sum = raw.reduce((total, weight) => total + weight, 0)
  return raw.map((weight) => weight / sum)
}

export interface Weighed {
  readonly merchant_id: string
  readonly lives_per_s: number
  readonly addresses?: readonly string[]
}

export interface Placed extends Weighed {
  readonly cell: string
}

export interface Plan {
  readonly placed: readonly Placed[]
  /** Too heavy for what is left: open another cell, or divide the merchant into organizations. */
  readonly left_over: readonly Weighed[]
  /** Merchants that list the same address, and so belong in one cell. */
  readonly together: readonly (readonly string[])[]
  /** What each cell carries then, as a share of what it could, from 0 to 1. */
  readonly use: Readonly<Record<string, number>>
}

export const USE_MAX = 0.5

type Room = Pick<Cell, 'name' | 'open' | 'capacity_per_s' | 'used_per_s'>

export const place = (cells: readonly Room[], merchants: readonly Weighed[]): Plan => {
  const used = new Map(cells.map(({ name, used_per_s }) => [name, used_per_s]))
  const useOf = ({ name, capacity_per_s }: Room, more = 0): number => ((used.get(name) ?? 0) + more) / capacity_per_s
  const open = cells.filter((cell) => cell.open)
  const placed: Placed[] = []
  const left_over: Weighed[] = []
  const groups = groupsOf(merchants)
  for (const { members, lives_per_s } of groups) {
    let emptiest: Room | undefined
    for (const cell of open) {
      if (useOf(cell, lives_per_s) > USE_MAX) continue
      if (!emptiest || useOf(cell) < useOf(emptiest)) emptiest = cell
    }
    if (!emptiest) {
      left_over.push(...members)
      continue
    }
    const { name } = emptiest
    used.set(name, (used.get(name) ?? 0) + lives_per_s)
    placed.push(...members.map((merchant) => ({ ...merchant, cell: name })))
  }
  const together = groups.map(({ members }) => members.map(({ merchant_id }) => merchant_id))
  const use = Object.fromEntries(cells.map((cell) => [cell.name, useOf(cell)]))
  return { placed, left_over, together: together.filter(({ length }) => length > 1), use }
}

interface Group {
  readonly members: readonly Weighed[]
  readonly lives_per_s: number
}

/** The heaviest first. The ids decide between equals, so that the same input gives the same plan. */
function groupsOf(merchants: readonly Weighed[]): Group[] {
  const by_id = merchants.toSorted((a, b) => (a.merchant_id < b.merchant_id ? -1 : 1))
  const group_of = new Map(by_id.map((merchant) => [merchant, [merchant]]))
  const listing = Map.groupBy(
    by_id.flatMap((merchant) => (merchant.addresses ?? []).map((address) => ({ address, merchant }))),
    ({ address }) => address,
  )
  for (const [first, ...more] of listing.values()) {
    for (const { merchant } of more) {
      const [one, other] = [group_of.get(first?.merchant ?? merchant) ?? [], group_of.get(merchant) ?? []]
      if (one === other) continue
      one.push(...other)
      for (const member of other) group_of.set(member, one)
    }
  }
  return [...new Set(group_of.values())]
    .map((members) => ({ members, lives_per_s: members.reduce((sum, one) => sum + one.lives_per_s, 0) }))
    .toSorted((a, b) => b.lives_per_s - a.lives_per_s)
}

if (import.meta.main) {
  const [cells_file, merchants_file] = process.argv.slice(2)
  if (cells_file === undefined || merchants_file === undefined) {
    console.error('node deploy/cells/place.ts cells.json merchants.json')
    process.exit(2)
  }
  const merchants = JSON.parse(readFileSync(merchants_file, 'utf8')) as Weighed[]
  const plan = place(readCells(readFileSync(cells_file, 'utf8')), merchants)
  console.log(JSON.stringify(plan, null, 2))
  if (plan.left_over.length > 0) process.exitCode = 3
}
