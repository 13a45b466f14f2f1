/**
 * From a 402's offer to the one authorization that the payer's wallet made for it. The agent holds no key that
 * pays: it asks, waits, and opens what it was handed.
 */
import type { SignedAuthorization } from '@pursestrings/evm/authorization'
import { type Agent, type Asked, alreadyPaid, type Desk, endOf, idOf, isPaid, pause } from './ask-payment.ts'
import { factsOf, openAuthorization } from './open-authorization.ts'
import { X402Refusal } from './outcomes.ts'
import type { Priced } from './read-offer.ts'
import type { Seal } from './seal.ts'
import { type Task, termsFor } from './task.ts'

export interface Approved {
  readonly asked: Asked
  readonly signed: SignedAuthorization
}

interface Wanted {
  readonly agent: Pick<Agent, 'trustedKeys' | 'verifyFacts'>
  readonly desk: Desk
  readonly seal: Seal
  readonly timeout_ms: number
}

const UNSEALED_PAUSE_MS = 200
export const approvedFor = async (
  task: Task,
  priced: Priced,
  { agent, desk, seal, timeout_ms }: Wanted,
): Promise<Approved> => {
  const end = Date.now() + timeout_ms
  // Whoever can't check what is signed doesn't ask anybody to sign.
  await agent.trustedKeys()
  let asked = await desk.ask(task, priced, termsFor(task, priced.timeout_s, seal.terms))
  const request_id = idOf(asked)
  await factsOf(asked, agent)
  for (;;) {
    const over = endOf(asked)
    if (over) throw over
    const waits = asked.status === 'pending' || asked.status === 'intent_created'
    const sealed = waits ? undefined : await desk.authorization(asked)
    if (sealed !== undefined)
      return { asked, signed: await openAuthorization(asked, sealed, { task, priced, agent, seal }) }
    if (isPaid(asked)) throw alreadyPaid(asked)
    const left = end - Date.now()
    if (left <= 0) {
      throw new X402Refusal(
        'still_waiting',
        'Nobody has decided about this payment yet. Make the same call again later: it goes on with the same request.',
        { request_id },
      )
    }
    await (waits ? desk.news(asked, left) : pause(Math.min(left, UNSEALED_PAUSE_MS)))
    asked = await desk.read(asked)
  }
}
