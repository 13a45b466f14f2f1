/**
 * From a 402's offer to the one authorization that the payer's wallet made for it. The agent holds no key that pays; it checks that it
 * was handed exactly what was asked for, with facts that the service signed.
 */
import {
  compareAuthorization,
  readAuthorization,
  type SignedAuthorization,
  termsOf,
} from '@pursestrings/evm/authorization'
import { isSigned } from '@pursestrings/evm/sign-authorization'
import { FactsMismatchError, termsText, type X402Terms } from '@pursestrings/sdk'
import { type Agent, type Asked, alreadyPaid, type Desk, endOf, idOf, isPaid, pause } from './ask-payment.ts'
import { X402Refusal } from './outcomes.ts'
import type { Priced } from './read-offer.ts'
import type { Seal } from './seal.ts'
import { digestOf, type Task, termsFor } from './task.ts'

export interface Approved {
  readonly asked: Asked
  readonly signed: SignedAuthorization
}

interface Wanted {
  readonly agent: Pick<Agent, 'verifyFacts'>
  readonly desk: Desk
  readonly seal: Seal
  readonly timeout_ms: number
}

const UNSEALED_PAUSE_MS = 200
/** Facilitators take nothing that ends sooner. */
const SELLER_NEEDS_S = 10

export const approvedFor = async (
  task: Task,
  priced: Priced,
  { agent, desk, seal, timeout_ms }: Wanted,
): Promise<Approved> => {
  const end = Date.now() + timeout_ms
  let asked = await desk.ask(task, priced, termsFor(task, priced.timeout_s, seal.terms))
  const request_id = idOf(asked)
  for (;;) {
    const over = endOf(asked)
    if (over) throw over
    const waits = asked.status === 'pending' || asked.status === 'intent_created'
    const sealed = waits ? undefined : await desk.authorization(asked)
    if (sealed !== undefined) return { asked, signed: await opened(asked, sealed, { task, priced, agent, seal }) }
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

interface Against {
  readonly task: Task
  readonly priced: Priced
  readonly agent: Pick<Agent, 'verifyFacts'>
  readonly seal: Seal
}

const opened = async (
  asked: Asked,
  sealed: string,
  { task, priced, agent, seal }: Against,
): Promise<SignedAuthorization> => {
  const request_id = idOf(asked)
  const mismatch = (why: string, cause?: unknown): X402Refusal =>
    new X402Refusal(
      'authorization_mismatch',
      `${why} It isn't used, and the seller got nothing. Look at the request before you ask again.`,
      { request_id, cause },
    )
  const facts = await agent.verifyFacts({ ...asked, request_id }).catch((failure: unknown) => {
    throw failure instanceof FactsMismatchError ? mismatch(failure.message, failure) : failure
  })
  const { terms } = asked
  const said =
    terms === undefined || terms === null ? undefined : await digestOf(new TextEncoder().encode(termsText(terms)))
  if (said === undefined || said !== facts.terms_digest || !isFor(task, seal, terms))
    throw mismatch('The facts that were signed are of another purchase.')
  const verdict = termsOf(facts, asked.facts_digest)
  if (!verdict.ok || verdict.terms.to !== priced.address || verdict.terms.units !== priced.units) {
    throw mismatch("What was approved isn't what the seller asks for.")
  }
  const bytes = await seal.open(asked.facts_digest, sealed)
  const signed = bytes && readAuthorization(bytes)
  if (!signed) throw mismatch("What the wallet handed over isn't sealed to this agent for this request.")
  const differs = compareAuthorization(signed.authorization, verdict.terms)
  if (differs.length > 0) throw mismatch(`The wallet's authorization has another ${differs.join(', ')}.`)
  if (!isSigned(signed, verdict.terms.domain))
    throw mismatch("The wallet's authorization isn't signed by the account that it pays from.")
  if (Number(verdict.terms.valid_before) < Date.now() / 1000 + SELLER_NEEDS_S) {
    throw isPaid(asked)
      ? alreadyPaid(asked)
      : new X402Refusal(
          'still_waiting',
          'The approval has ended. Whether it was used is known once the ledger is final; the same call tells then.',
          { request_id },
        )
  }
  return signed
}

const isFor = ({ method, url, body_digest }: Task, seal: Seal, terms: X402Terms | null | undefined): boolean =>
  terms?.method === method &&
  terms.url === url.href &&
  terms.body_digest === body_digest &&
  terms.seal.key === seal.terms.key
