/**
 * So many calls are worked on at once. The others wait, each organization in a line of its own, and the lines take turns: one that
 * sends most of the calls waits for itself. Calls that stop something have lines of their own and the last places to themselves;
 * for the other places, the two kinds take turns. No organization has all places of either kind, even if its calls take long.
 */
export type Full = 'waiting' | 'of_one_tenant' | 'waited_too_long'

export interface Turn {
  /** Whoever entered leaves once: from its place, or from its line. */
  leave(): void
}

export interface Turns {
  /** Whether one more would be refused, whoever sends it. */
  isFull(urgent: boolean): boolean
  /** `go` is called once: when it is its turn, or with the reason why there will be none. */
  enter(of: { readonly share: string; readonly urgent: boolean }, go: (full?: Full) => void): Turn
  running(): number
  waiting(): number
}

interface Bounds {
  readonly at_once_max: number
  /** Of each kind. */
  readonly waiting_max: number
  readonly now?: () => number
}

/** Places for calls that stop nothing, and those that one organization may have of them. */
const FOR_ORDINARY = 0.9
const FOR_ONE = 0.75
/** Of the last places. Each of these calls holds a connection to the database, of which there are far fewer than places. */
const LAST_FOR_ONE = 0.25
/** Of one organization and one kind, so that the others always find room. */
export const LINE_MAX = 192
export const WAIT_MS_MAX = 1_000

interface Kind {
  readonly of_one_max: number
  readonly lines: Map<string, Waiting[]>
  readonly running_of: Map<string, number>
  running: number
  waiting: number
}

interface Waiting {
  readonly kind: Kind
  readonly share: string
  readonly since: number
  readonly go: (full?: Full) => void
  state: 'waiting' | 'running' | 'over'
}

const kindWith = (places: number, for_one: number): Kind => ({
  of_one_max: Math.max(1, Math.floor(places * for_one)),
  lines: new Map(),
  running_of: new Map(),
  running: 0,
  waiting: 0,
})

export const createTurns = ({ at_once_max, waiting_max, now = () => performance.now() }: Bounds): Turns => {
  const shared_max = Math.floor(at_once_max * FOR_ORDINARY)
  const kept_max = at_once_max - shared_max
  const urgents = kindWith(kept_max, LAST_FOR_ONE)
  const ordinary = kindWith(shared_max, FOR_ONE)
  const next: [Kind, Kind] = [urgents, ordinary]
  let scheduled = false

  const hasPlace = (kind: Kind): boolean =>
    (kind === urgents && urgents.running < kept_max) ||
    ordinary.running + Math.max(0, urgents.running - kept_max) < shared_max
  const mayRun = (kind: Kind, share: string): boolean =>
    hasPlace(kind) && (kind.running_of.get(share) ?? 0) < kind.of_one_max
  const start = (one: Waiting): void => {
    const { kind, share } = one
    one.state = 'running'
    kind.running++
    kind.running_of.set(share, (kind.running_of.get(share) ?? 0) + 1)
    one.go()
  }
  /** The first that has not waited too long. */
  const take = (kind: Kind, line: Waiting[]): Waiting | undefined => {
    const oldest = now() - WAIT_MS_MAX
    for (let one = line.shift(); one !== undefined; one = line.shift()) {
      kind.waiting--
      if (one.since >= oldest) return one
      one.state = 'over'
      one.go('waited_too_long')
    }
    return undefined
  }
  /** Starts the next one of this kind; false if none may run. A line that had its turn goes to the end. */
  const serve = (kind: Kind): boolean => {
    for (const [share, line] of kind.lines) {
      if (!mayRun(kind, share)) continue
      kind.lines.delete(share)
      const one = take(kind, line)
      if (line.length > 0) kind.lines.set(share, line)
      if (one === undefined) continue
      start(one)
      return true
    }
    return false
  }
  const pump = (): void => {
    scheduled = false
    for (let idle = 0; idle < next.length; ) {
      idle = serve(next[0]) ? 0 : idle + 1
      next.reverse()
    }
  }
  /** Not within the call that makes room: those that are refused at once would pile up on its stack. */
  const schedule = (): void => {
    if (scheduled || urgents.waiting + ordinary.waiting === 0) return
    scheduled = true
    setImmediate(pump)
  }
  const leave = (one: Waiting): void => {
    const { state, kind, share } = one
    one.state = 'over'
    if (state === 'waiting') {
      const line = kind.lines.get(share) ?? []
      line.splice(line.indexOf(one), 1)
      kind.waiting--
      if (line.length === 0) kind.lines.delete(share)
    } else if (state === 'running') {
      kind.running--
      const left = (kind.running_of.get(share) ?? 0) - 1
      if (left > 0) kind.running_of.set(share, left)
      else kind.running_of.delete(share)
      schedule()
    }
  }
  const wait = (one: Waiting): Full | undefined => {
    const { kind, share } = one
    if (kind.waiting >= waiting_max) return 'waiting'
    const line = kind.lines.get(share) ?? []
    if (line.length >= LINE_MAX) return 'of_one_tenant'
    kind.lines.set(share, line)
    line.push(one)
    kind.waiting++
    return undefined
  }
  return {
    isFull(urgent) {
      const kind = urgent ? urgents : ordinary
      return !hasPlace(kind) && kind.waiting >= waiting_max
    },
    enter({ share, urgent }, go) {
      const kind = urgent ? urgents : ordinary
      const one: Waiting = { kind, share, since: now(), go, state: 'waiting' }
      // Those that wait already have the next places. Whoever has a place after that doesn't wait for a process that is held up.
      if (scheduled) pump()
      if (mayRun(kind, share)) start(one)
      else {
        const full = wait(one)
        if (full !== undefined) {
          one.state = 'over'
          go(full)
        }
      }
      return { leave: () => leave(one) }
    },
    running: () => urgents.running + ordinary.running,
    waiting: () => urgents.waiting + ordinary.waiting,
  }
}
