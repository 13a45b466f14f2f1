/**
 * A payee nobody can swap: its payment facts are fixed in versions, a proven domain vouches for each version, and only
 * then it can be activated (specification 1.2, 2.3, 3).
 */
import { REFERENCES } from '@pursestrings/protocol/payment-facts'
import { Type } from 'typebox'
import { merchantNotActive, nameMisleading } from '../merchants/records.ts'
import { Input, operation } from '../operation.ts'
import { cursorInvalid, versionConflict } from '../transport-errors.ts'
import { orNull, page, pageQuery } from '../wire/envelopes.ts'
import { Counted, NetworkName } from '../wire/fields.ts'
import { IdInput, Key, Version } from '../wire/inputs.ts'
import { payable } from '../wire/payable.ts'
import { Text } from '../wire/text.ts'
import {
  domainNotVerified,
  evidenceMismatch,
  networkNotEnabled,
  paymentFactsInvalid,
  recipientListed,
  recipientNameLookAlike,
  recipientProofFailed,
  recipientRetired,
  recipientVersionState,
} from './errors.ts'
import { Evidence, ListedRecipient, Recipient, RecipientVersion, UsedRecipientVersion } from './records.ts'

/** What a domain lists of a payee. */
export const listable = {
  network: NetworkName,
  asset: Key({ maxLength: 12, description: payable.asset.description, examples: ['XLM'] }),
  address: Key({ maxLength: 128, description: payable.address.description }),
  memo: Type.Optional(Key({ maxLength: 600, description: payable.memo.description })),
  contract: Type.Optional(Key({ maxLength: 128, description: payable.contract.description })),
  issuer: Type.Optional(Key({ maxLength: 128, description: payable.issuer.description })),
}

const facts = {
  ...listable,
  reference: Type.Optional(
    Type.Enum([...REFERENCES, 'none'], {
      type: 'string',
      description:
        'whether payments carry the digest of their facts, so that the ledger shows which request each one pays. `memo_hash` or `authorization_nonce`, whichever the network can, where there is no `memo`; `none` turns it off, for payees that must be paid without',
    }),
  ),
}

const EXAMPLE_FACTS = {
  network: 'stellar_testnet',
  asset: 'XLM',
  address: 'GBRPYHIL2CI3FNQ4BXLFMNDLFJUNPU2HY3ZMFSHONUCEOASW7QC7OX2H',
} as const

const ofRecipient = { recipient_id: IdInput('rcp') }
const ofVersion = { recipient_version_id: IdInput('rcv') }
export const recipientPath = Input(ofRecipient)
export const versionPath = Input({ ...ofRecipient, ...ofVersion })
export const EXAMPLE = { recipient_id: 'rcp_01k0000000e008000000000000' }
export const EXAMPLE_VERSION = { ...EXAMPLE, recipient_version_id: 'rcv_01k0000000e008000000000000' }
export const both = Type.Object({ recipient: Recipient, recipient_version: RecipientVersion })
export const common = { credential: 'merchant_session', limit: 'standard' } as const
export const reads = {
  credential: ['merchant_session', 'merchant_key'],
  merchant_scope: 'recipients:read',
  limit: 'standard',
} as const

export const createRecipient = operation({
  ...common,
  id: 'recipients.create',
  method: 'POST',
  path: '/v1/recipients',
  tier: 'specification',
  idempotency: 'none',
  summary: 'Create a recipient with its first version',
  description:
    "We check the payment facts for their network, including checksums. You can't change them later: a new address is a new version. The version starts as a draft.",
  role: 'admin',
  body: Input({ name: Text({ description: 'the payee, as payers will see it' }), ...facts }),
  answer: { status: 201, body: both },
  refuses: [paymentFactsInvalid, networkNotEnabled, recipientNameLookAlike, nameMisleading],
  example: { body: { name: 'Harbour Books till', ...EXAMPLE_FACTS } },
})

export const listRecipients = operation({
  ...reads,
  id: 'recipients.list',
  method: 'GET',
  path: '/v1/recipients',
  tier: 'completes',
  idempotency: 'safe',
  summary: 'List recipients',
  description: 'Newest first.',
  query: Input(pageQuery),
  answer: { status: 200, body: page('recipients', ListedRecipient) },
  refuses: [cursorInvalid],
  example: {},
})

export const readRecipient = operation({
  ...reads,
  id: 'recipients.read',
  method: 'GET',
  path: '/v1/recipients/{recipient_id}',
  tier: 'completes',
  idempotency: 'safe',
  summary: 'Read a recipient with its active version',
  description: '`active_version` is null until you activate a version.',
  params: recipientPath,
  answer: {
    status: 200,
    body: Type.Object({
      recipient: Recipient,
      active_version: orNull(RecipientVersion, 'the version that new requests pay; null until one is activated'),
    }),
  },
  refuses: [],
  example: { params: EXAMPLE },
})

export const addRecipientVersion = operation({
  ...common,
  id: 'recipients.add_version',
  method: 'POST',
  path: '/v1/recipients/{recipient_id}/versions',
  tier: 'completes',
  idempotency: 'none',
  summary: 'Add a version',
  description: 'A new draft with other payment facts. The current version stays active until you activate the new one.',
  role: 'admin',
  params: recipientPath,
  body: Input({ ...facts, version: Version }),
  answer: { status: 201, body: both },
  refuses: [paymentFactsInvalid, networkNotEnabled, recipientRetired, recipientListed, versionConflict],
  example: { params: EXAMPLE, body: { ...EXAMPLE_FACTS, version: 1 } },
})

export const listRecipientVersions = operation({
  ...reads,
  id: 'recipients.list_versions',
  method: 'GET',
  path: '/v1/recipients/{recipient_id}/versions',
  tier: 'completes',
  idempotency: 'safe',
  summary: "List a recipient's versions",
  description: 'Newest first.',
  params: recipientPath,
  query: Input(pageQuery),
  answer: { status: 200, body: page('recipient_versions', UsedRecipientVersion) },
  refuses: [cursorInvalid],
  example: { params: EXAMPLE },
})

export const readRecipientVersion = operation({
  ...reads,
  id: 'recipients.read_version',
  method: 'GET',
  path: '/v1/recipients/{recipient_id}/versions/{recipient_version_id}',
  tier: 'completes',
  idempotency: 'safe',
  summary: 'Read a version with its evidence',
  description:
    'Also what a recall would stop now, counting payment requests of the last 30 days that name this version.',
  params: versionPath,
  answer: {
    status: 200,
    body: Type.Object({
      recipient_version: UsedRecipientVersion,
      evidence: Type.Array(Evidence, { description: 'newest first, at most 100' }),
      recall: Type.Object(
        {
          pending: Counted('pending requests; a recall fails them', 3),
          under_way: Counted('requests that are signed or broadcasted: a recall comes too late', 1),
        },
        { description: 'what a recall would stop' },
      ),
    }),
  },
  refuses: [],
  example: { params: EXAMPLE_VERSION },
})

export const verifyRecipient = operation({
  ...common,
  id: 'recipients.verify',
  role: 'admin',
  limit: 'outbound',
  method: 'POST',
  path: '/v1/recipients/{recipient_id}/verify',
  tier: 'specification',
  idempotency: 'none',
  summary: 'Verify a version',
  description:
    'The domain must list the payee now, in one of: `https://<domain>/.well-known/svc-recipients.json` as `{"recipients": [{"network", "asset", "address", "memo"?, "contract"?, "issuer"?}]}` with exactly the facts of the version; for Stellar, `ACCOUNTS` in `https://<domain>/.well-known/stellar.toml` (SEP-1); or a TXT record at `_svc-recipient.<domain>` reading `svc-recipient=<network>:<address>`. The last two list only the address, so a version with a memo, contract or issuer needs the first. A suspended version becomes active again at once if the same domain still lists the same facts and no other version is active.',
  params: recipientPath,
  body: Input({
    ...ofVersion,
    type: Type.Literal('domain_proof', { description: 'what kind of proof is asked for' }),
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
  tier: 'specification',
  idempotency: 'none',
  summary: 'Activate a verified version',
  description:
    "We check the domain once more first. On `stellar_testnet` the payee's first version is active at once. A later one with another network, asset, address, memo, contract or issuer is active at once if you've just confirmed with a passkey that you've had for as long as new addresses wait, and you've been an owner or admin for as long. Otherwise, and on other networks always, it's `cooling` for a day, or longer if your organization chose that (`cooling_off_s` of `merchants.update`). The previous version stays active until then, and every member gets an email with both addresses and how to stop it. Where changes need two people (`approvals` of `merchants.update`), it's `awaiting_approval` first, every owner and admin gets an email, and it's the second person who confirms.",
  role: 'admin',
  step_up: true,
  params: versionPath,
  body: Input({
    evidence_id: IdInput('evd'),
    evidence_digest: Key({
      maxLength: 64,
      description: 'copy it from the evidence, so that you activate what was verified',
    }),
    version: Version,
  }),
  answer: { status: 200, body: both },
  refuses: [merchantNotActive, recipientVersionState, evidenceMismatch, domainNotVerified, versionConflict],
  example: {
    params: EXAMPLE_VERSION,
    body: { evidence_id: 'evd_01k0000000e008000000000000', evidence_digest: '0'.repeat(64), version: 1 },
  },
})

export const updateRecipient = operation({
  ...common,
  id: 'recipients.update',
  role: 'admin',
  guards: [{ field: 'name', step_up: true }],
  method: 'PATCH',
  path: '/v1/recipients/{recipient_id}',
  tier: 'merchant_tools',
  idempotency: 'natural',
  summary: 'Rename or retire a recipient',
  description:
    'One of the two per call; doing it again changes nothing.\n\nWith a `name`, send the `version` you read. New requests show the new name. Existing ones keep the old name, which is signed. You can\'t use a former name for another payee. A person confirms a new name.\n\nWith `status: "retired"`, the recipient ends with all its versions, and no new request can name it. Requests that wait already can still be paid; to stop those too, recall the version.',
  params: recipientPath,
  body: Input({
    name: Type.Optional(Text({ description: 'the payee, as payers will see it' })),
    version: Type.Optional(Version),
    status: Type.Optional(
      Type.Enum(['retired'], { type: 'string', description: 'ends the recipient with all its versions' }),
    ),
  }),
  answer: { status: 200, body: Type.Object({ recipient: Recipient }) },
  refuses: [recipientNameLookAlike, nameMisleading, recipientRetired, recipientListed, versionConflict],
  example: { params: EXAMPLE, body: { name: 'Harbour Books front desk', version: 3 } },
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
  updateRecipient,
] as const
