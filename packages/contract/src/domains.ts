/**
 * A domain that a merchant controls, proven by publishing what we ask for (spec 3, 4.1, contract 2). The first proof
 * activates the merchant. Proof is not exclusive: control is control, and exclusivity would reveal other tenants.
 */
import { Type } from 'typebox'
import { cursorInvalid } from './audit-events.ts'
import { page, pageQuery, Timestamp } from './envelopes.ts'
import { errorEntry } from './errors.ts'
import { IdSchema } from './ids.ts'
import { IdInput, Key } from './inputs.ts'
import { Input, operation, Resource } from './operation.ts'

export const DOMAIN_CHALLENGE_LIFETIME_S = 7 * 24 * 3600
/** A proof is looked at again after this long, and from then on every hour while it is not found. */
export const DOMAIN_REPROOF_AFTER_DAYS = 30
export const DOMAIN_LAPSE_AFTER_HOURS = 24
/** Of one organization, proven or not. */
export const DOMAINS_MAX = 100

export const DOMAIN_STATUSES = ['pending', 'verified', 'lapsed'] as const
export const DOMAIN_METHODS = ['dns', 'https'] as const
const Method = Type.Enum([...DOMAIN_METHODS], {
  type: 'string',
  description: '`dns`: a TXT record; `https`: a file on the site',
})

/** Where each method looks. */
export const dnsNameOf = (domain: string): string => `_svc-challenge.${domain}`
export const httpsUrlOf = (domain: string): string => `https://${domain}/.well-known/svc-challenge.txt`

export const MerchantDomain = Resource('MerchantDomain', {
  domain_id: IdSchema('dom'),
  domain: Type.String({ description: 'exact host name, in its ASCII form' }),
  status: Type.Enum([...DOMAIN_STATUSES], {
    type: 'string',
    description: '`lapsed`: it was verified, and a later look did not find the proof',
  }),
  method: Method,
  verified_at: Type.Union([Timestamp, Type.Null()], { description: 'when the proof was last seen' }),
  created_at: Timestamp,
})

export const DomainChallenge = Resource('DomainChallenge', {
  method: Method,
  location: Type.String({
    description: 'name of the TXT record, or address of the file',
    examples: ['_svc-challenge.shop.example'],
  }),
  value: Type.String({ description: 'what must stand there, exactly; keep it there for later looks' }),
  expires_at: Timestamp,
})

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
  meaning: 'The challenge was not found; `seen` says what each look saw. Nothing has changed.',
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

const domainPath = Input({ domain_id: IdInput('dom') })
const EXAMPLE = { domain_id: 'dom_01k0000000e008000000000000' }
const common = { credential: 'merchant_session', limit: 'standard' } as const

export const registerDomain = operation({
  ...common,
  id: 'merchant_domains.register',
  method: 'POST',
  path: '/v1/merchant-domains',
  summary: 'Register a domain',
  description:
    'Answers with a challenge to publish. Registering the same domain again gives a new challenge, and may change the method. At most 100.',
  body: Input({
    domain: Key({ maxLength: 253, examples: ['shop.example'] }),
    method: Method,
  }),
  answer: { status: 201, body: Type.Object({ domain: MerchantDomain, challenge: DomainChallenge }) },
  refuses: [domainInvalid, tooManyDomains],
  example: { body: { domain: 'shop.example', method: 'dns' } },
})

export const listDomains = operation({
  ...common,
  id: 'merchant_domains.list',
  method: 'GET',
  path: '/v1/merchant-domains',
  summary: 'List domains',
  description: 'Newest first.',
  query: Input(pageQuery),
  answer: { status: 200, body: page('domains', MerchantDomain) },
  refuses: [cursorInvalid],
  example: {},
})

export const readDomain = operation({
  ...common,
  id: 'merchant_domains.read',
  method: 'GET',
  path: '/v1/merchant-domains/{domain_id}',
  summary: 'Read a domain and its challenge',
  description: 'The challenge stays readable, so that the record can be published again.',
  params: domainPath,
  answer: { status: 200, body: Type.Object({ domain: MerchantDomain, challenge: DomainChallenge }) },
  refuses: [],
  example: { params: EXAMPLE },
})

export const verifyDomain = operation({
  ...common,
  id: 'merchant_domains.verify',
  limit: 'outbound',
  method: 'POST',
  path: '/v1/merchant-domains/{domain_id}/verify',
  summary: 'Look for the challenge',
  description:
    'Looks at the published challenge now. Success verifies the domain and, for a merchant that is not active, activates it in the same moment. A domain that is verified already is looked at again.',
  params: domainPath,
  answer: { status: 200, body: Type.Object({ domain: MerchantDomain, merchant_status: Type.String() }) },
  refuses: [domainProofFailed, domainChallengeExpired],
  example: { params: EXAMPLE },
})

export const domainOperations = [registerDomain, listDomains, readDomain, verifyDomain] as const
