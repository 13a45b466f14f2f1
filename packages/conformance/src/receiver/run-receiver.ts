/** Plays the sender of webhooks to one receiver, with everything right and wrong that it may meet. */
import { type Book, openBook } from '../book.ts'
import { receiverSections } from '../sentences/receivers.ts'
import { newChallenge, newOrder } from './events.ts'
import { judgeEvents, judgeFlood } from './judge-events.ts'
import { judgeOrders } from './judge-orders.ts'
import { judgeSignature } from './judge-signature.ts'
import type { Play } from './play.ts'
import { playWith, type ReceiverOptions } from './play.ts'
import { answerOf, isTaken, newSecret, type Reply, signatureOf } from './sender.ts'

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

const echoOf = ({ text }: Reply): unknown => {
  try {
    return (JSON.parse(text) as { challenge?: unknown } | null)?.challenge
  } catch {
    return undefined
  }
}

const judgeChallenge = async ({ book, send, challenge_ms_max }: Play): Promise<void> => {
  for (const what of ['its own text', 'its own text, when another comes']) {
    const { challenge, body } = newChallenge()
    const reply = await send(body)
    book.judge('challenge', what, isTaken(reply) && echoOf(reply) === challenge, answerOf(reply))
    book.judge('challenge time', 'each', reply.ms <= challenge_ms_max, answerOf(reply))
  }
  const { challenge, body } = newChallenge()
  const forged = await send(body, { signature: signatureOf(newSecret(), 'evt_x', '0', body) })
  book.judge('challenge forged', 'signed by another secret', !forged.text.includes(challenge), answerOf(forged))
}
