/** Plays the sender of webhooks to one receiver, with everything right and wrong that it may meet. */
import { type Book, openBook } from '../book.ts'
import { receiverSections } from '../sentences/receivers.ts'
import { newOrder } from './events.ts'
import { judgeChallenge } from './judge-challenge.ts'
import { judgeEvents, judgeFlood } from './judge-events.ts'
import { judgeOrders } from './judge-orders.ts'
import { judgeSignature } from './judge-signature.ts'
import { playWith, type ReceiverOptions } from './play.ts'

export const runReceiver = async (options: ReceiverOptions): Promise<Book> => {
  const book = openBook(receiverSections(options.delivered !== undefined))
  const play = playWith(book, options)
  const first = await play.send(newOrder().event('pending', 1))
  if (first.status === 0) throw new Error(`Nothing takes webhooks at ${options.url}: ${first.text}`)
  await judgeChallenge(play)
  await judgeSignature(play)
  await judgeEvents(play)
  if (options.delivered !== undefined) await judgeOrders(play)
  await judgeFlood(play)
  return book
}
