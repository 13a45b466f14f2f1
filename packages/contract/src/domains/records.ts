/** What the API shows of domains, where it looks for their proofs, and how long a proof lasts. */
import { Type } from 'typebox'
import { errorEntry } from '../errors.ts'
import { Resource } from '../operation.ts'
import { orNull, Timestamp } from '../wire/envelopes.ts'
import { At, Counted, CreatedAt, mostlyNull, Shown } from '../wire/fields.ts'
import { IdSchema } from '../wire/ids.ts'

// The statuses of domains.

const DOMAIN_STATUSES = ['pending', 'verified', 'lapsed'] as const

export const DOMAIN_CHALLENGE_LIFETIME_S = 7 * 24 * 3600

/** A proof is looked at again after this long, and from then on every hour while it is not found. */
export const DOMAIN_REPROOF_AFTER_DAYS = 30

export const DOMAIN_LAPSE_AFTER_HOURS = 24

/** The people are told at the first failed look, once more after so long, and when it has lapsed. */
export const DOMAIN_REMINDER_AFTER_HOURS = 18
const DOMAIN_NOTICES = ['failing', 'reminder', 'lapsed'] as const
export type DomainNotice = (typeof DOMAIN_NOTICES)[number]

/** What one place answered. The first five are resolvers', the rest a web site's. */
const CHECK_OUTCOMES = [
  'answer',
  'nxdomain',
  'no_data',
  'timeout',
  'error',
  'wrong_status',
  'refused_url',
  'refused_address',
  'dns',
  'connect',
  'tls',
  'too_large',
  'protocol',
] as const

/** Of one organization, proven or not. */
export const DOMAINS_MAX = 100

const DOMAIN_METHODS = ['dns', 'https'] as const

export const Method = Type.Enum([...DOMAIN_METHODS], {
  type: 'string',
  description: '`dns`: a TXT record; `https`: a file on the site',
})

export const MethodWanted = Type.Enum([...DOMAIN_METHODS], {
  type: 'string',
  description: '`dns`, the default: a TXT record; `https`: a file on the site',
})

/** Where each method looks. */
export const dnsNameOf = (domain: string): string => `_svc-challenge.${domain}`

export const httpsUrlOf = (domain: string): string => `https://${domain}/.well-known/svc-challenge.txt`

export const DomainCheck = Resource('DomainCheck', 'what one place answered when we looked for a proof', {
  from: Type.String({ description: 'which resolver was asked, or which address', examples: ['1.1.1.1'] }),
  kind: Type.Enum(['resolver', 'wildcard', 'file'], {
    type: 'string',
    description:
      '`resolver`: the TXT record; `wildcard`: a name beside it that nobody can have published; `file`: the file on the site',
  }),
  outcome: Type.Enum([...CHECK_OUTCOMES], {
    type: 'string',
    description: '`answer`: it answered, with `values`; `wrong_status`: another status than 200, which `values` names',
  }),
  values: Type.Array(Shown('a value', 'svc-domain-verification=…'), {
    description: 'what we found there, shortened; up to five',
  }),
  matches: Type.Boolean({ description: 'whether it is the value of the challenge; for a wildcard that is a fault' }),
  ttl_s: mostlyNull(Type.Integer(), 'how long the resolver caches its answer, if it says'),
  took_ms: Counted('how long the answer took', 24),
})

export const DomainLook = Resource('DomainLook', 'one look for the proof of a domain', {
  checked_at: Timestamp,
  ok: Type.Boolean({ description: 'whether the proof was found' }),
  checks: Type.Array(DomainCheck, { description: 'what each place answered' }),
})

export const MerchantDomain = Resource('MerchantDomain', 'a domain that the organization says it controls', {
  domain_id: IdSchema('dom'),
  domain: Shown('exact host name, in its ASCII form', 'shop.example'),
  status: Type.Enum([...DOMAIN_STATUSES], {
    type: 'string',
    description: '`lapsed`: it was verified, and a later check did not find the proof',
    examples: ['verified'],
  }),
  method: Method,
  verified_at: orNull(Timestamp, 'when the proof was last seen'),
  failing_since: mostlyNull(Timestamp, 'when a scheduled look first missed the proof; null while all is well'),
  lapses_at: mostlyNull(Timestamp, 'when it lapses unless the proof is back'),
  notices: Type.Array(
    Type.Object({
      kind: Type.Enum([...DOMAIN_NOTICES], {
        type: 'string',
        description: '`failing`: the first failed look; `reminder`: 18 hours later; `lapsed`: it has lapsed',
      }),
      sent_at: Timestamp,
    }),
    { description: 'letters to the members since the proof was last seen, oldest first' },
  ),
  created_at: CreatedAt,
})

export const DomainChallenge = Resource('DomainChallenge', 'what to publish to verify a domain', {
  method: Method,
  location: Type.String({
    description: 'name of the TXT record, or address of the file',
    examples: ['_svc-challenge.shop.example'],
  }),
  value: Shown(
    'what must be published there, exactly; keep it there for later checks',
    'svc-domain=3uYcVq0dX1mPz8K4wT6bRA',
  ),
  expires_at: At('until when it has to be published for the first time'),
})

// What can be refused about domains, and what to do next.

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
