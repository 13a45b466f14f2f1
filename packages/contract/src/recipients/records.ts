/** What the API shows of recipients. */
import { Type } from 'typebox'
import { Resource } from '../operation.ts'
import { orNull, Timestamp } from '../wire/envelopes.ts'
import { IdSchema } from '../wire/ids.ts'
import { NetworkName, RailName } from '../wire/networks.ts'
import { RECIPIENT_VERSION_STATUSES } from './states.ts'

/** Other networks than `stellar_testnet` wait this long between activation and use. */
export const COOLING_OFF_S = 24 * 3600

export const RecipientVersion = Resource('RecipientVersion', {
  recipient_version_id: IdSchema('rcv'),
  recipient_id: IdSchema('rcp'),
  number: Type.Integer({ description: '1, 2, 3 … within the recipient' }),
  status: Type.Enum([...RECIPIENT_VERSION_STATUSES], { type: 'string' }),
  rail: RailName,
  network: NetworkName,
  asset: Type.String(),
  address: Type.String(),
  memo: orNull(Type.String()),
  contract: orNull(Type.String()),
  issuer: orNull(Type.String()),
  decimals: Type.Integer(),
  chain_id: orNull(Type.Integer()),
  created_at: Timestamp,
  activates_at: orNull(Timestamp),
  activated_at: orNull(Timestamp),
  retired_at: orNull(Timestamp),
})

export const Recipient = Resource('Recipient', {
  recipient_id: IdSchema('rcp'),
  name: Type.String(),
  active_version_id: orNull(IdSchema('rcv')),
  version: Type.Integer(),
  created_at: Timestamp,
})

export const Evidence = Resource('Evidence', {
  evidence_id: IdSchema('evd'),
  recipient_version_id: IdSchema('rcv'),
  type: Type.Literal('domain_proof'),
  source_id: IdSchema('dom'),
  found_in: Type.Enum(['svc-recipients.json', 'stellar.toml', 'dns'], { type: 'string' }),
  evidence_digest: Type.String({ description: 'SHA-256, in hexadecimal, of the canonical JSON of facts and finding' }),
  created_at: Timestamp,
})
