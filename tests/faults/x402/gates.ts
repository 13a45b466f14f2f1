/**
 * Everything that the tried code says to the outside waits here until the schedule lets it pass: whether it arrives, whether
 * its answer does, and in which order. Time stands still between two steps. So one seed always plays one schedule.
 */
import { vi } from 'vitest'

/** A program that can be killed: what it has begun then never goes on. */
export interface Actor {
  readonly name: string
  alive: boolean
}

export interface Asked {
  readonly method: string
  readonly url: URL
  readonly headers: Headers
  readonly body: string
  /** Whose call it is. */
  readonly by: string
  /** It has waited for as long as it asked to. */
  readonly is_over: boolean
}

export interface Answer {
  readonly status: number
  readonly json?: unknown
  readonly text?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Undefined: it lets the caller wait, no longer than the call says. */
export type Outside = (asked: Asked) => Answer | undefined

export interface Parked {
  readonly actor: Actor
  readonly to: string
  readonly asked: Asked
  /** It has arrived, and what was answered is on its way back. */
  readonly answered: boolean
  /** False where it is not answered yet. */
  arrive(): boolean
  answer(): void
  lose(): void
}

/** WebCrypto works on other threads: only what it has given back is sure to be done. */
let under_way = 0
let counted = false

function countWebCrypto(): void {
  if (counted) return
  counted = true
  const subtle = Object.getPrototypeOf(crypto.subtle) as Record<string, (...given: never[]) => Promise<unknown>>
  for (const name of Object.getOwnPropertyNames(subtle)) {
    const real = subtle[name]
    if (name === 'constructor' || typeof real !== 'function') continue
    subtle[name] = function counting(this: unknown, ...given: never[]) {
      under_way++
      const end = () => void under_way--
      const result = real.apply(this, given)
      result.then(end, end)
      return result
    }
  }
}

const turn = setImmediate
const CALM_TURNS = 2

export type Gates = ReturnType<typeof openGates>

/** Takes over the clock until `close`. */
export function openGates() {
  countWebCrypto()
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  })
  let parked: Parked[] = []
  let order = 0
  const remove = (one: Parked) => {
    parked = parked.filter((other) => other !== one)
  }

  return {
    /** What waits to pass, in an order that follows from the seed alone. */
    parked: (): readonly Parked[] => parked.filter(({ actor }) => actor.alive),
    /** A `fetch` of this actor's for one part of the outside. */
    fetchOf:
      (actor: Actor, to: string, outside: Outside): typeof globalThis.fetch =>
      async (input, init) => {
        const request = new Request(input, { ...init, signal: null })
        const { method, url, headers } = request
        const body = await request.text()
        const asked: Asked = { method, url: new URL(url), headers, body, by: actor.name, is_over: false }
        return new Promise((resolve, reject) => {
          let held: Response | undefined
          let is_over = false
          let is_waiting: unknown
          const one: Parked = {
            actor,
            to,
            asked,
            get answered() {
              return held !== undefined
            },
            arrive() {
              const answered = outside({ ...asked, is_over })
              if (answered !== undefined) held = responseOf(answered)
              else if (is_waiting === undefined) {
                const ms = Number(asked.url.searchParams.get('wait')) * 1000
                is_waiting = setTimeout(() => (is_over = true), ms)
              }
              return held !== undefined
            },
            answer() {
              remove(one)
              if (actor.alive && held !== undefined) resolve(held)
            },
            lose() {
              remove(one)
              if (actor.alive) reject(new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } }))
            },
          }
          init?.signal?.addEventListener('abort', () => {
            remove(one)
            if (actor.alive) reject(init.signal?.reason)
          })
          parked.push(one)
          order++
        })
      },
    /** Until nothing goes on without another step. */
    async calm(): Promise<void> {
      for (let turns = 0; turns < CALM_TURNS; ) {
        const before = order
        await new Promise((resolve) => turn(resolve))
        turns = under_way > 0 || before !== order ? 0 : turns + 1
      }
    },
    pass: (ms: number): void => void vi.advanceTimersByTime(ms),
    /** Whether somebody waits for time to pass. */
    hasTimers: (): boolean => vi.getTimerCount() > 0,
    /** To the next moment that somebody waits for. */
    passToNext: (): void => void vi.advanceTimersToNextTimer(),
    /** Forgets what was before. */
    begin(now: number): void {
      parked = []
      vi.clearAllTimers()
      vi.setSystemTime(now)
    },
    close: (): void => void vi.useRealTimers(),
  }
}

const responseOf = ({ status, json, text, headers = {} }: Answer): Response =>
  new Response(json === undefined ? (text ?? '') : JSON.stringify(json), {
    status,
    headers: { ...(json !== undefined && { 'content-type': 'application/json' }), ...headers },
  })

/** mulberry32: small, and the same everywhere. */
export function randomOf(seed: number) {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    below: (n: number): number => Math.floor(next() * n),
    chance: (p: number): boolean => next() < p,
    oneOf: <T>(choices: readonly T[]): T => choices[Math.floor(next() * choices.length)] as T,
  }
}

export type Random = ReturnType<typeof randomOf>
