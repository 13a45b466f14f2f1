/** What can be refused about domains, and what to do next. */
import { errorEntry } from '../errors.ts'
import { DOMAINS_MAX } from './records.ts'

export const domainInvalid = errorEntry({
  code: 'domain_invalid',
  status: 422,
  meaning: "This isn't a host name you can verify.",
  recovery: 'Send the exact host, such as `shop.example`: no address, path, wildcard, IP or public suffix.',
  retry: 'never',
})

export const tooManyDomains = errorEntry({
  code: 'too_many_domains',
  status: 409,
  meaning: `The organization already has ${DOMAINS_MAX} domains, the maximum.`,
  recovery: 'Use one of them: GET /v1/merchant-domains lists them, and each can list any number of payees.',
  retry: 'never',
})

export const domainProofFailed = errorEntry({
  code: 'domain_proof_failed',
  status: 422,
  meaning:
    "We couldn't find the challenge. `checks` shows what each place answered, and `seen` describes it. Nothing changed.",
  recovery: "Publish the challenge's value at its location, wait until it's visible, and verify again.",
  retry: 'safe',
})

export const domainChallengeExpired = errorEntry({
  code: 'domain_challenge_expired',
  status: 410,
  meaning: "The challenge expired: the domain wasn't verified within seven days.",
  recovery: 'Register the domain again with POST /v1/merchant-domains for a new challenge.',
  retry: 'never',
})
