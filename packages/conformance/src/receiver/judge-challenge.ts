/** The challenge by which an endpoint is verified. */
import { newChallenge } from './events.ts'
import type { Play } from './play.ts'
import { answerOf, isTaken, newSecret, type Reply, signatureOf } from './sender.ts'

const echoOf = ({ text }: Reply): unknown => {
  try {
    return (JSON.parse(text) as { challenge?: unknown } | null)?.challenge
  } catch {
    return undefined
  }
}

export const judgeChallenge = async ({ book, send, challenge_ms_max }: Play): Promise<void> => {
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
