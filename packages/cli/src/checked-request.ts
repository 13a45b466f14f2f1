/**
 * A payment request as the CLI may show it, in words and with --json: what is paid, to whom and by which link comes from
 * facts whose signature was checked. What was not checked is not shown.
 */
import {
  type FactsCheck,
  FactsMismatchError,
  type PaymentFacts,
  type PaymentRequest,
  walletLink,
} from '@pursestrings/sdk'

export interface CheckedRequest {
  /** For --json: the request with the facts as they were signed. */
  readonly record: PaymentRequest
  readonly facts: PaymentFacts
  /** Opens another wallet, while somebody has to decide. */
  readonly wallet_link: string | undefined
}

/** All that is shown of a request whose facts are not what the service signed. */
export interface UncheckedRequest {
  readonly record: Pick<PaymentRequest, 'request_id' | 'status'> & { readonly facts_not_verified: string }
}

type Checks = Pick<FactsCheck, 'verifyFacts'>

/** Throws what verifyFacts throws. `asked` is the request that was asked for: another is no answer. */
export const checkRequest = async (
  checks: Checks,
  request: PaymentRequest,
  asked = request.request_id,
): Promise<CheckedRequest> => {
  const facts = await checks.verifyFacts(request)
  if (facts.request_id !== asked) throw new FactsMismatchError('intent', 'The answer is about a different request.')
  const { reference_value: _value, ...sent } = request
  const { type: _type, payee, ...signed } = facts
  const record = {
    ...sent,
    ...signed,
    payee: { ...sent.payee, ...payee },
    ...(facts.payment.reference !== undefined && { reference_value: sent.facts_digest }),
  } as PaymentRequest
  return { record, facts, wallet_link: sent.status === 'pending' ? await walletLink(facts) : undefined }
}

/** One that does not hold leaves the others as they are. */
export const checkRequests = (
  checks: Checks,
  requests: readonly PaymentRequest[],
): Promise<(CheckedRequest | UncheckedRequest)[]> =>
  Promise.all(
    requests.map((request) =>
      checkRequest(checks, request).catch((failure: unknown) => {
        if (!(failure instanceof FactsMismatchError)) throw failure
        const { request_id, status } = request
        return { record: { request_id, status, facts_not_verified: failure.reason } }
      }),
    ),
  )
