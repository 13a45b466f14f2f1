/** `cells.json`: which cells there are, where their processes listen, and which slots live in each. */

export interface Cell {
  readonly name: string
  /** `host:port` of each api process or of what stands before them. */
  readonly servers: readonly string[]
  /** Whole ranges, such as `000-fzz`, or single ones, such as `0z7`. */
  readonly slots: readonly string[]
  /** May new merchants be placed here? */
  readonly open: boolean
  /** Lives per second at full use, and how many it has now. */
  readonly capacity_per_s: number
  readonly used_per_s: number
}

/** What is wrong with the file, for people. */
export class CellsError extends Error {
  override readonly name = 'CellsError'
}

const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'
export const SLOTS = 32 ** 3
const NAME = /^[a-z][a-z0-9-]{0,30}$/
const SERVER = /^[A-Za-z0-9.-]+:[0-9]{1,5}$/
const RANGE = new RegExp(`^([${LETTERS}]{3})(?:-([${LETTERS}]{3}))?$`)

const numberOf = (slot: string): number =>
  Array.from(slot).reduce((sum, letter) => sum * 32 + LETTERS.indexOf(letter), 0)

export const slotText = (slot: number): string =>
  LETTERS.charAt(slot >> 10) + LETTERS.charAt((slot >> 5) & 31) + LETTERS.charAt(slot & 31)

/** Of three letters. */
export const slotNumber = (text: string): number => {
  if (!new RegExp(`^[${LETTERS}]{3}$`).test(text))
    fail(`${JSON.stringify(text)} is no slot: three letters of ${LETTERS}`)
  return numberOf(text)
}

const fail = (why: string): never => {
  throw new CellsError(why)
}

const slotsIn = (range: unknown, cell: string): number[] => {
  const [, from = '', to = from] = RANGE.exec(String(range)) ?? []
  if (from === '') fail(`cell ${cell}: ${JSON.stringify(range)} is no slot and no range of slots`)
  const [first, last] = [numberOf(from), numberOf(to)]
  if (last < first) fail(`cell ${cell}: the range ${String(range)} ends before it begins`)
  return Array.from({ length: last - first + 1 }, (_, n) => first + n)
}

export const readCells = (text: string): readonly Cell[] => {
  let file: { cells?: unknown }
  try {
    file = JSON.parse(text) as { cells?: unknown }
  } catch {
    return fail('this is not JSON')
  }
  const list = Array.isArray(file?.cells) ? (file.cells as Partial<Cell>[]) : fail('there is no list of cells')
  const cells = list.map((cell): Cell => {
    const { name = '', servers = [], slots = [], open = false, capacity_per_s = 0, used_per_s = 0 } = cell ?? {}
    if (!NAME.test(name))
      fail(`${JSON.stringify(name)} is no name of a cell: a letter, then letters, digits and hyphens`)
    if (servers.length === 0 || !servers.every((one) => SERVER.test(one)))
      fail(`cell ${name}: servers must be host:port`)
    if (!(capacity_per_s >= 0) || !(used_per_s >= 0)) fail(`cell ${name}: capacity_per_s and used_per_s are numbers`)
    return { name, servers, slots, open, capacity_per_s, used_per_s }
  })
  if (new Set(cells.map(({ name }) => name)).size !== cells.length) fail('two cells have the same name')
  slotMapOf(cells)
  return cells
}

/** The cell of every slot that has one; a slot in two cells is refused. */
export const slotMapOf = (cells: readonly Cell[]): ReadonlyMap<number, string> => {
  const owner = new Map<number, string>()
  for (const { name, slots } of cells) {
    for (const slot of slots.flatMap((range) => slotsIn(range, name))) {
      const other = owner.get(slot)
      if (other !== undefined) fail(`slot ${slotText(slot)} is in ${other} and in ${name}`)
      owner.set(slot, name)
    }
  }
  return owner
}

/** The same cells, with these slots in the one that is named. Ranges are rewritten where they change. */
export const withSlotsIn = (cells: readonly Cell[], slots: readonly number[], name: string): readonly Cell[] => {
  if (!cells.some((cell) => cell.name === name)) fail(`there is no cell ${name}`)
  const owner = new Map([...slotMapOf(cells), ...slots.map((slot) => [slot, name] as const)])
  return cells.map((cell) => {
    const own = [...owner].flatMap(([slot, of]) => (of === cell.name ? slot : [])).toSorted((a, b) => a - b)
    return { ...cell, slots: rangesOf(own) }
  })
}

/** Of numbers in order. */
const rangesOf = (slots: readonly number[]): string[] => {
  const ranges: [number, number][] = []
  for (const slot of slots) {
    const last = ranges.at(-1)
    if (last?.[1] === slot - 1) last[1] = slot
    else ranges.push([slot, slot])
  }
  return ranges.map(([from, to]) => (from === to ? slotText(from) : `${slotText(from)}-${slotText(to)}`))
}
