/** What can be refused about domains, and what to do next. */
import { errorEntry } from '../errors.ts'
import { DOMAINS_MAX } from './records.ts'

export const domainInvalid = errorEntry({
  code: 'domain_invalid',
  status: 422,
  meaning: 'This is not a host name that can be proven.',
  recovery: 'Send the exact host, such as `shop.example`: no address, path, wildcard, IP or public suffix.',
  retry: 'never',
})

export const tooManyDomains = errorEntry({
  code: 'too_many_domains',
  status: 409,
  meaning: `The organization has registered ${DOMAINS_MAX} domains, which is the most.`,
  recovery: 'Use one of them: GET /v1/merchant-domains lists them, and each can vouch for any number of payees.',
  retry: 'never',
})

export const domainProofFailed = errorEntry({
  code: 'domain_proof_failed',
  status: 422,
  meaning:
    'The challenge was not found. `checks` says what each place answered, and `seen` says it in words. Nothing has changed.',
  recovery: 'Publish the value of the challenge at its location, wait until it is visible, and verify again.',
  retry: 'safe',
})

export const domainChallengeExpired = errorEntry({
  code: 'domain_challenge_expired',
  status: 410,
  meaning: 'The challenge was not proven within seven days.',
  recovery: 'Register the domain again with POST /v1/merchant-domains for a new challenge.',
  retry: 'never',
})
