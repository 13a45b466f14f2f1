/**
 * A domain that a merchant controls, proven by publishing what we ask for (specification 3, 4.1). The first proof
 * activates the merchant. Proof is not exclusive: control is control, and exclusivity would reveal other tenants.
 */
import { Type } from 'typebox'
import { Input, operation } from '../operation.ts'
import { cursorInvalid } from '../transport-errors.ts'
import { orNull, page, pageQuery, Timestamp } from '../wire/envelopes.ts'
import { Counted, Shown } from '../wire/fields.ts'
import { IdInput, Key } from '../wire/inputs.ts'
import {
  DomainChallenge,
  DomainCheck,
  DomainLook,
  domainChallengeExpired,
  domainInvalid,
  domainProofFailed,
  MerchantDomain,
  MethodWanted,
  tooManyDomains,
} from './records.ts'

const domainPath = Input({ domain_id: IdInput('dom') })
const EXAMPLE = { domain_id: 'dom_01k0000000e008000000000000' }
const common = { credential: 'merchant_session', limit: 'standard' } as const

export const registerDomain = operation({
  ...common,
  id: 'merchant_domains.register',
  method: 'POST',
  path: '/v1/merchant-domains',
  tier: 'specification',
  idempotency: 'none',
  summary: 'Register a domain',
  description:
    'Returns a challenge to publish. Register the same domain again for a new challenge or another method. Up to 100 domains.',
  role: 'admin',
  body: Input({
    domain: Key({
      maxLength: 253,
      description: 'exact host name: no wildcard, no address, no public suffix',
      examples: ['shop.example'],
    }),
    method: Type.Optional(MethodWanted),
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
  tier: 'completes',
  idempotency: 'safe',
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
  tier: 'completes',
  idempotency: 'safe',
  summary: 'Read a domain and its challenge',
  description: 'You can read the challenge at any time, to publish it again.',
  params: domainPath,
  answer: {
    status: 200,
    body: Type.Object({
      domain: MerchantDomain,
      challenge: DomainChallenge,
      last_check: orNull(DomainLook, 'what the last check found; a check that fails changes nothing of the domain'),
      next_check_at: orNull(Timestamp, 'about when we look again by ourselves; null where we do not'),
      payees_affected: Counted('how many payees serve, or are about to, because this domain vouches for them', 1),
    }),
  },
  refuses: [],
  example: { params: EXAMPLE },
})

export const verifyDomain = operation({
  ...common,
  id: 'merchant_domains.verify',
  role: 'admin',
  step_up: true,
  limit: 'outbound',
  method: 'POST',
  path: '/v1/merchant-domains/{domain_id}/verify',
  tier: 'specification',
  idempotency: 'natural',
  summary: 'Verify a domain',
  description:
    "Checks the published challenge now. If it's there, the domain becomes verified, and so does a merchant that wasn't active yet. A verified domain is checked again.",
  params: domainPath,
  answer: {
    status: 200,
    body: Type.Object({
      domain: MerchantDomain,
      checks: Type.Array(DomainCheck, { description: 'what each place answered' }),
      merchant_status: Shown('of the organization, after this', 'active'),
    }),
  },
  refuses: [domainProofFailed, domainChallengeExpired],
  example: { params: EXAMPLE },
})

export const removeDomain = operation({
  ...common,
  id: 'merchant_domains.remove',
  role: 'admin',
  method: 'DELETE',
  path: '/v1/merchant-domains/{domain_id}',
  tier: 'merchant_tools',
  idempotency: 'none',
  summary: 'Remove a domain',
  description:
    "Payees listed by this domain are suspended at once, as when it lapses. If it's your only verified domain, the organization is suspended too. Register and verify it again to undo this.",
  params: domainPath,
  answer: {
    status: 200,
    body: Type.Object({
      removed: Type.Literal(true, { description: 'it is gone' }),
      payees_suspended: Counted('how many payees no longer serve', 1),
      merchant_status: Shown('of the organization, from now on', 'suspended'),
    }),
  },
  refuses: [],
  example: { params: EXAMPLE },
})

export const domainOperations = [registerDomain, listDomains, readDomain, verifyDomain, removeDomain] as const
