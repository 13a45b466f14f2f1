/** What every part of a run against a receiver works with. */
import type { Book } from '../book.ts'
import { type Delivered, deliveredUpTo } from './delivered.ts'
import { newOrder, PAID } from './events.ts'
import { answerOf, isRefused, isTaken, type Send, type Sending, senderTo } from './sender.ts'

export interface ReceiverOptions {
  readonly url: string
  /** `whsec_…`, as the receiver has it. */
  readonly secret: string
  /** Tells how many orders were delivered; without it, nothing is said about orders. */
  readonly delivered?: Delivered | undefined
  readonly answer_ms_max?: number
  readonly challenge_ms_max?: number
  /** How long after the answer an order may be delivered. */
  readonly order_ms_max?: number
}

export interface Play {
  readonly book: Book
  readonly secret: string
  readonly challenge_ms_max: number
  readonly send: Send
  /** A genuine message, which must be taken. */
  taken(at: string, what: string, body: string, sending?: Sending): Promise<void>
  /** One that must not be. */
  refused(at: string, what: string, sending: Sending): Promise<void>
  /** How many orders must be delivered because of what is sent here. */
  orders(at: string | readonly string[], what: string, count: number, sends: () => Promise<unknown>): Promise<void>
}

export const playWith = (book: Book, options: ReceiverOptions): Play => {
  const { url, secret, delivered, answer_ms_max = 15_000, challenge_ms_max = 5000, order_ms_max = 5000 } = options
  const sender = senderTo(url, secret, answer_ms_max)
  const send: Send = async (body, sending) => {
    const reply = await sender(body, sending)
    book.judge('time', 'whatever is sent', reply.ms <= answer_ms_max, answerOf(reply))
    return reply
  }
  return {
    book,
    secret,
    challenge_ms_max,
    send,
    async taken(at, what, body, sending) {
      const reply = await send(body, sending)
      book.judge(at, what, isTaken(reply), answerOf(reply))
    },
    async refused(at, what, sending) {
      const reply = await send(newOrder().event(PAID, 5), sending)
      book.judge(at, what, isRefused(reply), answerOf(reply))
    },
    async orders(at, what, count, sends) {
      const before = await delivered?.()
      await sends()
      if (delivered === undefined || before === undefined) return
      // An order that is certainly due comes last: once it is delivered, so is all that was due before.
      await send(newOrder().event(PAID, 5))
      const more = (await deliveredUpTo(delivered, before + count + 1, order_ms_max)) - before - 1
      const right = more === count || (count === 0 && more < 0)
      book.judge(at, what, right, `${count} due, ${more} delivered`)
    },
  }
}
