/**
 * So many calls are worked on at once. The others wait, each organization in a line of its own, and the lines take turns: one that
 * sends most of the calls waits for itself. No organization has all places, even if its calls take long. Calls that stop something
 * go first, and the last places are kept for them.
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
  readonly waiting_max: number
  readonly now?: () => number
}

/** Places for calls that stop nothing, and those that one organization may have of them. */
const FOR_ORDINARY = 0.9
const FOR_ONE = 0.75
/** Of one organization, so that the others always find room. */
export const LINE_MAX = 192
export const WAIT_MS_MAX = 1_000

interface Waiting {
  readonly share: string
  readonly since: number
  readonly go: (full?: Full) => void
  state: 'waiting' | 'running' | 'over'
}

export const createTurns = ({ at_once_max, waiting_max, now = () => performance.now() }: Bounds): Turns => {
  const ordinary_max = Math.floor(at_once_max * FOR_ORDINARY)
  const of_one_max = Math.ceil(ordinary_max * FOR_ONE)
  const lines = new Map<string, Waiting[]>()
  const urgents: Waiting[] = []
  const running_of = new Map<string, number>()
  let [running, waiting, scheduled] = [0, 0, false]

  const mayRun = (share: string): boolean => running < ordinary_max && (running_of.get(share) ?? 0) < of_one_max
  const start = (one: Waiting): void => {
    one.state = 'running'
    running++
    running_of.set(one.share, (running_of.get(one.share) ?? 0) + 1)
    one.go()
  }
  /** The first that has not waited too long. */
  const take = (line: Waiting[]): Waiting | undefined => {
    const oldest = now() - WAIT_MS_MAX
    for (let one = line.shift(); one !== undefined; one = line.shift()) {
      waiting--
      if (one.since >= oldest) return one
      one.state = 'over'
      one.go('waited_too_long')
    }
    return undefined
  }
  const pump = (): void => {
    scheduled = false
    const nextUrgent = () => (running < at_once_max ? take(urgents) : undefined)
    for (let one = nextUrgent(); one !== undefined; one = nextUrgent()) start(one)
    // A line that had its turn goes to the end, where this loop meets it again.
    for (const [share, line] of lines) {
      if (running >= ordinary_max) break
      if (!mayRun(share)) continue
      lines.delete(share)
      const one = take(line)
      if (line.length > 0) lines.set(share, line)
      if (one) start(one)
    }
  }
  /** Not within the call that makes room: those that are refused at once would pile up on its stack. */
  const schedule = (): void => {
    if (scheduled || waiting === 0) return
    scheduled = true
    setImmediate(pump)
  }
  const leave = (one: Waiting): void => {
    const { state, share } = one
    one.state = 'over'
    if (state === 'waiting') {
      const line = urgents.includes(one) ? urgents : (lines.get(share) ?? [])
      line.splice(line.indexOf(one), 1)
      waiting--
      if (line.length === 0 && line !== urgents) lines.delete(share)
    } else if (state === 'running') {
      running--
      const left = (running_of.get(share) ?? 0) - 1
      if (left > 0) running_of.set(share, left)
      else running_of.delete(share)
      schedule()
    }
  }
  const wait = (one: Waiting, urgent: boolean): Full | undefined => {
    if (waiting >= waiting_max) return 'waiting'
    const line = urgent ? urgents : (lines.get(one.share) ?? [])
    if (!urgent && line.length >= LINE_MAX) return 'of_one_tenant'
    if (!urgent) lines.set(one.share, line)
    line.push(one)
    waiting++
    return undefined
  }
  return {
    isFull: (urgent) => running >= (urgent ? at_once_max : ordinary_max) && waiting >= waiting_max,
    enter({ share, urgent }, go) {
      const one: Waiting = { share, since: now(), go, state: 'waiting' }
      // Where a pump is due, those that wait already have the next places.
      if (urgent ? running < at_once_max : !scheduled && mayRun(share)) start(one)
      else {
        const full = wait(one, urgent)
        if (full !== undefined) {
          one.state = 'over'
          go(full)
        }
      }
      return { leave: () => leave(one) }
    },
    running: () => running,
    waiting: () => waiting,
  }
}
