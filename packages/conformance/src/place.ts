/** Where the kit runs, and what it can do there besides HTTP calls: read mail, publish on a domain, receive webhooks. */
import type { Book } from './book.ts'
import type { Call } from './call.ts'

export interface Place {
  readonly base_url: string
  /** What the service calls itself, where that is another address. */
  readonly audience?: string | undefined
  /** The host that is proven here. */
  readonly host: string
  /** An address whose mail can be read here. */
  emailFor(name: string): string
  /** Runs `ask`, and gives the link from the mail that came of it. */
  linkFor(email: string, ask: () => Promise<unknown>): Promise<string>
  /** Makes the host show a text at `/.well-known/svc-challenge.txt`. */
  publishChallenge(value: string): Promise<void> | void
  /** Adds a payee to the host's `/.well-known/svc-recipients.json`. */
  listPayee(entry: object): Promise<void> | void
  /** A new address whose posts are answered like this. */
  receive(answer: Receiving): Promise<string> | string
}

export type Receiving = (raw_body: string, headers: Readonly<Record<string, string>>) => object

export interface Run {
  readonly place: Place
  readonly book: Book
  /** Without a credential. */
  readonly call: Call
  /** Every body that the kit sent. */
  readonly written: readonly string[]
}
