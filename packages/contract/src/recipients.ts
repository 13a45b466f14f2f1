/**
 * A payee nobody can swap: its payment facts are fixed in versions, a proven domain vouches for each version, and only
 * then it can be activated (spec 1.2, 2.3, 3, contract 2).
 */
import { Type } from 'typebox'
import { cursorInvalid } from './audit-events.ts'
import { page, pageQuery, Timestamp } from './envelopes.ts'
import { IdSchema } from './ids.ts'
import { IdInput, Key } from './inputs.ts'
import { nameMisleading, Version } from './merchants.ts'
import { NETWORK_NAMES, RAILS } from './networks.ts'
import { Input, operation, Resource } from './operation.ts'
import {
  domainNotVerified,
  evidenceMismatch,
  merchantNotActive,
  networkNotEnabled,
  paymentFactsInvalid,
  recipientNameLookAlike,
  recipientProofFailed,
  recipientVersionState,
} from './recipient-errors.ts'
import { Text } from './text.ts'
import { versionConflict } from './transport-errors.ts'

/** Other networks than `stellar_testnet` wait this long between activation and use. */
export const COOLING_OFF_S = 24 * 3600

export const RECIPIENT_VERSION_STATUSES = ['draft', 'verified', 'cooling', 'active', 'retired'] as const
export type RecipientVersionStatus = (typeof RECIPIENT_VERSION_STATUSES)[number]

/** From where a version may go; `retired` also takes an active version whose domain no longer proves itself. */
export const RECIPIENT_VERSION_NEXT = {
  draft: ['verified', 'retired'],
  verified: ['cooling', 'active', 'retired'],
  cooling: ['active', 'retired'],
  active: ['retired'],
  retired: [],
} as const satisfies Record<RecipientVersionStatus, readonly RecipientVersionStatus[]>

const orNull = <const S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()])
const NetworkName = Type.Enum([...NETWORK_NAMES], { type: 'string' })

export const RecipientVersion = Resource('RecipientVersion', {
  recipient_version_id: IdSchema('rcv'),
  recipient_id: IdSchema('rcp'),
  number: Type.Integer({ description: '1, 2, 3 … within the recipient' }),
  status: Type.Enum([...RECIPIENT_VERSION_STATUSES], { type: 'string' }),
  rail: Type.Enum([...RAILS], { type: 'string' }),
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

const facts = {
  network: NetworkName,
  asset: Key({ maxLength: 12, examples: ['XLM'] }),
  address: Key({ maxLength: 128 }),
  memo: Type.Optional(Key({ maxLength: 600 })),
  contract: Type.Optional(Key({ maxLength: 128 })),
  issuer: Type.Optional(Key({ maxLength: 128 })),
}
const EXAMPLE_FACTS = {
  network: 'stellar_testnet',
  asset: 'XLM',
  address: 'GBRPYHIL2CI3FNQ4BXLFMNDLFJUNPU2HY3ZMFSHONUCEOASW7QC7OX2H',
} as const

const ofRecipient = { recipient_id: IdInput('rcp') }
const ofVersion = { recipient_version_id: IdInput('rcv') }
const recipientPath = Input(ofRecipient)
const versionPath = Input({ ...ofRecipient, ...ofVersion })
const EXAMPLE = { recipient_id: 'rcp_01k0000000e008000000000000' }
const EXAMPLE_VERSION = { ...EXAMPLE, recipient_version_id: 'rcv_01k0000000e008000000000000' }
const both = Type.Object({ recipient: Recipient, recipient_version: RecipientVersion })
const common = { credential: 'merchant_session', limit: 'standard' } as const

export const createRecipient = operation({
  ...common,
  id: 'recipients.create',
  method: 'POST',
  path: '/v1/recipients',
  summary: 'Create a recipient with its first version',
  description:
    'The payment facts are checked for their network, checksums included, and can never be changed: a new address is a new version. The version starts as a draft.',
  body: Input({ name: Text({ description: 'the payee, as payers will see it' }), ...facts }),
  answer: { status: 201, body: both },
  refuses: [paymentFactsInvalid, networkNotEnabled, recipientNameLookAlike, nameMisleading],
  example: { body: { name: 'Harbour Books till', ...EXAMPLE_FACTS } },
})

export const listRecipients = operation({
  ...common,
  id: 'recipients.list',
  method: 'GET',
  path: '/v1/recipients',
  summary: 'List recipients',
  description: 'Newest first.',
  query: Input(pageQuery),
  answer: { status: 200, body: page('recipients', Recipient) },
  refuses: [cursorInvalid],
  example: {},
})

export const readRecipient = operation({
  ...common,
  id: 'recipients.read',
  method: 'GET',
  path: '/v1/recipients/{recipient_id}',
  summary: 'Read a recipient with its active version',
  description: '`active_version` is null until a version has been activated.',
  params: recipientPath,
  answer: { status: 200, body: Type.Object({ recipient: Recipient, active_version: orNull(RecipientVersion) }) },
  refuses: [],
  example: { params: EXAMPLE },
})

export const addRecipientVersion = operation({
  ...common,
  id: 'recipients.add_version',
  method: 'POST',
  path: '/v1/recipients/{recipient_id}/versions',
  summary: 'Add a version',
  description: 'A new draft with other payment facts. The active version keeps serving until the new one is activated.',
  params: recipientPath,
  body: Input({ ...facts, version: Version }),
  answer: { status: 201, body: both },
  refuses: [paymentFactsInvalid, networkNotEnabled, versionConflict],
  example: { params: EXAMPLE, body: { ...EXAMPLE_FACTS, version: 1 } },
})

export const listRecipientVersions = operation({
  ...common,
  id: 'recipients.list_versions',
  method: 'GET',
  path: '/v1/recipients/{recipient_id}/versions',
  summary: "List a recipient's versions",
  description: 'Newest first.',
  params: recipientPath,
  query: Input(pageQuery),
  answer: { status: 200, body: page('recipient_versions', RecipientVersion) },
  refuses: [cursorInvalid],
  example: { params: EXAMPLE },
})

export const readRecipientVersion = operation({
  ...common,
  id: 'recipients.read_version',
  method: 'GET',
  path: '/v1/recipients/{recipient_id}/versions/{recipient_version_id}',
  summary: 'Read a version with its evidence',
  description: 'Evidence newest first, at most 100.',
  params: versionPath,
  answer: {
    status: 200,
    body: Type.Object({ recipient_version: RecipientVersion, evidence: Type.Array(Evidence) }),
  },
  refuses: [],
  example: { params: EXAMPLE_VERSION },
})

export const verifyRecipient = operation({
  ...common,
  id: 'recipients.verify',
  limit: 'outbound',
  method: 'POST',
  path: '/v1/recipients/{recipient_id}/verify',
  summary: 'Let a domain vouch for a version',
  description:
    'The domain must list the payee now, in one of: `https://<domain>/.well-known/svc-recipients.json` as `{"recipients": [{"network", "asset", "address", "memo"?, "contract"?, "issuer"?}]}` with exactly the facts of the version; for Stellar, `ACCOUNTS` in `https://<domain>/.well-known/stellar.toml` (SEP-1); or a TXT record at `_svc-recipient.<domain>` reading `svc-recipient=<network>:<address>`. The last two vouch for the address alone, so a version with a memo, contract or issuer needs the first.',
  params: recipientPath,
  body: Input({
    ...ofVersion,
    type: Type.Literal('domain_proof'),
    source_id: IdInput('dom', { description: 'the domain that vouches' }),
    version: Version,
  }),
  answer: { status: 200, body: Type.Object({ evidence: Evidence, recipient: Recipient }) },
  refuses: [recipientProofFailed, domainNotVerified, recipientVersionState, versionConflict],
  example: {
    params: EXAMPLE,
    body: {
      recipient_version_id: EXAMPLE_VERSION.recipient_version_id,
      type: 'domain_proof',
      source_id: 'dom_01k0000000e008000000000000',
      version: 1,
    },
  },
})

export const activateRecipientVersion = operation({
  ...common,
  id: 'recipients.activate_version',
  method: 'POST',
  path: '/v1/recipients/{recipient_id}/versions/{recipient_version_id}/activate',
  summary: 'Activate a verified version',
  description:
    'The domain is looked at once more first. On `stellar_testnet` the version serves at once, on other networks after 24 hours as `cooling`. The version that served before is retired.',
  params: versionPath,
  body: Input({ evidence_id: IdInput('evd'), evidence_digest: Key({ maxLength: 64 }), version: Version }),
  answer: { status: 200, body: both },
  refuses: [merchantNotActive, recipientVersionState, evidenceMismatch, domainNotVerified, versionConflict],
  example: {
    params: EXAMPLE_VERSION,
    body: { evidence_id: 'evd_01k0000000e008000000000000', evidence_digest: '0'.repeat(64), version: 2 },
  },
})

export const recipientOperations = [
  createRecipient,
  listRecipients,
  readRecipient,
  addRecipientVersion,
  listRecipientVersions,
  readRecipientVersion,
  verifyRecipient,
  activateRecipientVersion,
] as const
