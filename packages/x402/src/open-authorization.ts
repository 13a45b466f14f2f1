/** What the agent checks before it uses what the wallet handed over: exactly what was asked for, with facts that the service signed. */
import {
  compareAuthorization,
  readAuthorization,
  type SignedAuthorization,
  termsOf,
} from '@pursestrings/evm/authorization'
import { isSigned } from '@pursestrings/evm/sign-authorization'
import { FactsMismatchError, type PaymentFacts, termsText, type X402Terms } from '@pursestrings/sdk'
import { type Agent, type Asked, alreadyPaid, idOf, isPaid } from './ask-payment.ts'
import { X402Refusal } from './outcomes.ts'
import type { Priced } from './read-offer.ts'
import type { Seal } from './seal.ts'
import { digestOf, type Task } from './task.ts'

/** Facilitators take nothing that ends sooner. */
const SELLER_NEEDS_S = 10

export interface Against {
  readonly task: Task
  readonly priced: Priced
  readonly agent: Pick<Agent, 'verifyFacts'>
  readonly seal: Seal
}

export const openAuthorization = async (
  asked: Asked,
  sealed: string,
  { task, priced, agent, seal }: Against,
): Promise<SignedAuthorization> => {
  const request_id = idOf(asked)
  const mismatch = (why: string): X402Refusal => mismatchOf(request_id, why)
  const facts = await factsOf(asked, agent)
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

/** With their signature checked. */
export const factsOf = (asked: Asked, agent: Pick<Agent, 'verifyFacts'>): Promise<PaymentFacts> => {
  const request_id = idOf(asked)
  return agent.verifyFacts({ ...asked, request_id }).catch((failure: unknown) => {
    if (!(failure instanceof FactsMismatchError)) throw failure
    throw mismatchOf(request_id, failure.message, failure)
  })
}

const mismatchOf = (request_id: string, why: string, cause?: unknown): X402Refusal =>
  new X402Refusal(
    'authorization_mismatch',
    `${why} It isn't used, and the seller got nothing. Look at the request before you ask again.`,
    { request_id, cause },
  )

const isFor = ({ method, url, body_digest }: Task, seal: Seal, terms: X402Terms | null | undefined): boolean =>
  terms?.method === method &&
  terms.url === url.href &&
  terms.body_digest === body_digest &&
  terms.seal.key === seal.terms.key
