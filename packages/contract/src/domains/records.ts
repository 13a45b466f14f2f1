/** What the API shows of domains, where it looks for their proofs, and how long a proof lasts. */
import { Type } from 'typebox'
import { Resource } from '../operation.ts'
import { orNull, Timestamp } from '../wire/envelopes.ts'
import { IdSchema } from '../wire/ids.ts'
import { DOMAIN_STATUSES } from './states.ts'

export const DOMAIN_CHALLENGE_LIFETIME_S = 7 * 24 * 3600

/** A proof is looked at again after this long, and from then on every hour while it is not found. */
export const DOMAIN_REPROOF_AFTER_DAYS = 30

export const DOMAIN_LAPSE_AFTER_HOURS = 24

/** Of one organization, proven or not. */
export const DOMAINS_MAX = 100

export const DOMAIN_METHODS = ['dns', 'https'] as const

export const Method = Type.Enum([...DOMAIN_METHODS], {
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
  verified_at: orNull(Timestamp, 'when the proof was last seen'),
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
