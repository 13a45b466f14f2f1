/**
 * Concurrent calls become one statement: whatever arrives while the previous statement commits goes into the next one.
 * Self-clocked: no timer, and no wait at low load. Measured, more than two statements in flight or 64 items gain nothing.
 *
 * Where more wait than fit, each share (an organization) has its turn, so that one which sends most of the load waits for
 * itself. What would wait for too long is refused at once.
 *
 * Nobody fails because of a neighbour: a value that cannot be stored never joins, and where PostgreSQL still refuses a
 * shared statement because of its data, nothing of it was kept, so its items run again one by one.
 */
import { currentSpan, runIn, type Span, within } from '../tracing/span.ts'
import { refuseUnstorable } from './storable.ts'

interface Waiting<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
  readonly share: string
  readonly since: number
  readonly span: Span | undefined
}

export type Full = 'waiting' | 'of_one_tenant' | 'waited_too_long'

export interface Bounds {
  readonly waiting_max: number
  readonly share_max: number
  readonly wait_ms_max: number
  readonly refusalOf: (full: Full) => Error
  readonly now?: () => number
}

export interface Gathering {
  readonly in_flight_max?: number
  readonly bounds?: Bounds
}

const IN_FLIGHT_MAX = 2
const ITEMS_MAX = 64

export interface Gatherer<Item, Result> {
  (item: Item, share?: string): Promise<Result>
  waiting(): number
}

export const createGatherer = <Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  /** Items with the same key never share a statement: the later one must see what the earlier one wrote. */
  keyOf: (item: Item) => string,
  { in_flight_max = IN_FLIGHT_MAX, bounds }: Gathering = {},
): Gatherer<Item, Result> => {
  type W = Waiting<Item, Result>
  let waiting: W[] = []
  let in_flight = 0
  const counts = new Map<string, number>()
  const now = bounds?.now ?? (() => performance.now())

  /** Why one more of this share may not wait; counts it otherwise. */
  const enter = (share: string): Full | undefined => {
    if (bounds === undefined) return undefined
    if (waiting.length >= bounds.waiting_max) return 'waiting'
    const count = counts.get(share) ?? 0
    if (count >= bounds.share_max) return 'of_one_tenant'
    counts.set(share, count + 1)
    return undefined
  }
  const leave = ({ share }: W): void => {
    if (bounds === undefined) return
    const count = (counts.get(share) ?? 0) - 1
    if (count > 0) counts.set(share, count)
    else counts.delete(share)
  }
  /** Where all that wait fit into the next statement, none of them has waited for the others. */
  const refuseOld = ({ wait_ms_max, refusalOf }: Bounds): void => {
    const oldest = now() - wait_ms_max
    const old = waiting.filter(({ since }) => since < oldest)
    if (old.length === 0) return
    waiting = waiting.filter(({ since }) => since >= oldest)
    for (const w of old) {
      leave(w)
      w.reject(refusalOf('waited_too_long'))
    }
  }

  const next = (): W[] => {
    if (bounds !== undefined && waiting.length > ITEMS_MAX) {
      refuseOld(bounds)
      waiting = inTurns(waiting)
    }
    const taken: W[] = []
    const left: W[] = []
    const keys = new Set<string>()
    for (const w of waiting) {
      const key = keyOf(w.item)
      if (taken.length < ITEMS_MAX && !keys.has(key)) {
        keys.add(key)
        taken.push(w)
        leave(w)
      } else left.push(w)
    }
    waiting = left
    return taken
  }

  const runAlone = async (batch: readonly Waiting<Item, Result>[]): Promise<void> => {
    for (const { item, resolve, reject } of batch) {
      await run([item]).then(([result]) => resolve(result as Result), reject)
    }
  }

  /** One of the calls that are traced shows the statement; the others are linked to it. A call that isn't begins none. */
  const runTraced = (batch: readonly W[]): Promise<readonly Result[]> => {
    const items = batch.map((w) => w.item)
    const [first, ...beside] = batch.flatMap(({ span }) => span ?? [])
    if (first === undefined) return within(undefined, () => run(items))
    return runIn(first.begin('statement', { items: items.length }, beside), () => run(items))
  }

  const pump = (): void => {
    while (in_flight < in_flight_max && waiting.length > 0) {
      const batch = next()
      if (batch.length === 0) return
      in_flight++
      runTraced(batch)
        .then(
          (results) => batch.forEach((w, i) => w.resolve(results[i] as Result)),
          (error: unknown) => {
            if (batch.length > 1 && isDataError(error)) return runAlone(batch)
            batch.forEach((w) => w.reject(error))
          },
        )
        .finally(() => {
          in_flight--
          pump()
        })
    }
  }

  const submit = (item: Item, share = ''): Promise<Result> =>
    new Promise((resolve, reject) => {
      refuseUnstorable(item)
      const full = enter(share)
      if (full !== undefined && bounds !== undefined) return reject(bounds.refusalOf(full))
      waiting.push({ item, resolve, reject, share, since: bounds === undefined ? 0 : now(), span: currentSpan() })
      pump()
    })
  return Object.assign(submit, { waiting: () => waiting.length })
}

/** One of each share in turn, those of one share in their own order. */
const inTurns = <W extends { readonly share: string }>(waiting: readonly W[]): W[] => {
  let lines = [...Map.groupBy(waiting, ({ share }) => share).values()]
  const ordered: W[] = []
  for (let turn = 0; lines.length > 0; turn++) {
    for (const line of lines) ordered.push(line[turn] as W)
    lines = lines.filter(({ length }) => length > turn + 1)
  }
  return ordered
}

/** SQLSTATE 22 and 23: a value that does not fit its type, or a row that does not fit its table. */
const isDataError = (error: unknown): boolean =>
  error instanceof Error && /^2[23]/.test((error as { code?: string }).code ?? '')
