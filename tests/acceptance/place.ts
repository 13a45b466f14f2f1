import { setTimeout as pause } from 'node:timers/promises'

/** Where the suite runs, and what can be done there besides HTTP calls: reading mail, publishing on a domain, receiving webhooks. */
export interface Place {
  readonly base_url: string
  /** What the service calls itself, where that is another address. */
  readonly audience?: string | undefined
  /** The host that merchants prove here. */
  readonly host: string
  /** Sessions of organizations that exist already; without one, the suite signs in by mail. */
  readonly session_tokens?: readonly string[]
  /** Runs `ask`, and gives the link from the mail that came of it. */
  linkFor?(email: string, ask: () => Promise<unknown>): Promise<string>
  /** Makes the host show a challenge at `/.well-known/svc-challenge.txt`. */
  publishChallenge(value: string): Promise<void> | void
  /** Adds a payee to the host's `/.well-known/svc-recipients.json`. */
  listPayee(entry: object): Promise<void> | void
  /** Answers what the service posts to a new address; gives the address. An answer that fails is a 400. */
  receive?(answer: Receiving): Promise<string> | string
  /** Long enough to let a request expire, which takes a minute at least. */
  readonly patient?: boolean
}

export type Receiving = (raw_body: string, headers: Readonly<Record<string, string>>) => Promise<object>

let place: Place | undefined

/** Called once, before the files of tests are loaded. */
export const usePlace = (used: Place): void => {
  place = used
}

export const thePlace = (): Place => {
  if (place === undefined) throw new Error('start the suite with run.ts, which says where it runs')
  return place
}

// Waits where the service says that an address called too often: a whole run signs in about as often as a minute allows.

export const patientFetch: typeof fetch = async (url, init) => {
  for (;;) {
    const answer = await fetch(url, init)
    const wait_s = Number(answer.headers.get('retry-after'))
    if (answer.status !== 429 || !(wait_s > 0)) return answer
    await pause(wait_s * 1000)
  }
}
