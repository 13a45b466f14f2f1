/** What the API shows of recipients. */
import { Type } from 'typebox'
import { Resource } from '../operation.ts'
import { orNull, Timestamp } from '../wire/envelopes.ts'
import {
  At,
  Counted,
  CreatedAt,
  mostlyNull,
  NetworkName,
  RARE,
  RailName,
  RecordVersion,
  Shown,
} from '../wire/fields.ts'
import { IdSchema } from '../wire/ids.ts'
import { EXAMPLE_DIGEST, payable, ReferenceName } from '../wire/payable.ts'

// The statuses of a recipient's versions, and which may follow which.

export const RECIPIENT_VERSION_STATUSES = [
  'draft',
  'verified',
  'awaiting_approval',
  'cooling',
  'active',
  'suspended',
  'retired',
] as const
export type RecipientVersionStatus = (typeof RECIPIENT_VERSION_STATUSES)[number]

/** From where a version may go; a domain that is lost suspends the active ones, and a new proof brings them back. */
export const RECIPIENT_VERSION_NEXT = {
  draft: ['verified', 'retired'],
  verified: ['awaiting_approval', 'cooling', 'active', 'retired'],
  awaiting_approval: ['cooling', 'active', 'retired'],
  cooling: ['active', 'retired'],
  active: ['suspended', 'retired'],
  suspended: ['active', 'retired'],
  retired: [],
} as const satisfies Record<RecipientVersionStatus, readonly RecipientVersionStatus[]>

export const RETIRED_REASONS = ['replaced', 'discarded', 'held', 'recalled', 'recipient_retired'] as const
export type RetiredReason = (typeof RETIRED_REASONS)[number]

export const RECALL_REASONS = ['compromised', 'mistake'] as const
export type RecallReason = (typeof RECALL_REASONS)[number]

/** How long somebody who activates a version waits for a second person. After that they ask again. */
export const APPROVAL_DAYS = 7

/** So long a new address waits between activation and use; on `stellar_testnet` not a payee's first one. */
export const COOLING_OFF_S = 24 * 3600

/** So long a domain's listing of a payee counts after it was seen; `payees.resolve` looks again after half of it. */
export const LISTING_LASTS_S = 24 * 3600
export const LISTING_FRESH_S = LISTING_LASTS_S / 2

export const RecallReasonName = Type.Enum([...RECALL_REASONS], {
  type: 'string',
  description: '`compromised`: somebody else can get at it; `mistake`: it was never the right one',
})

const version = {
  recipient_version_id: IdSchema('rcv'),
  recipient_id: IdSchema('rcp'),
  number: Counted('1, 2, 3 … within the recipient', 1),
  status: Type.Enum([...RECIPIENT_VERSION_STATUSES], {
    type: 'string',
    description:
      "new requests can pay only an `active` version. `awaiting_approval`: a second person must approve it first; `suspended`: its domain isn't verified right now; `retired` can't be undone",
    examples: ['active'],
  }),
  rail: RailName,
  network: NetworkName,
  asset: payable.asset,
  address: payable.address,
  memo: mostlyNull(payable.memo, payable.memo.description),
  contract: mostlyNull(payable.contract, payable.contract.description),
  issuer: mostlyNull(payable.issuer, payable.issuer.description),
  decimals: payable.decimals,
  chain_id: mostlyNull(payable.chain_id, payable.chain_id.description),
  reference: orNull(ReferenceName, 'how payments to it carry the digest of their facts; null where they cannot'),
  created_at: CreatedAt,
  requested_by: mostlyNull(
    IdSchema('acc'),
    'who activated it; null before, and for versions activated before this was kept',
  ),
  requested_at: mostlyNull(Timestamp, 'when that was'),
  approved_by: mostlyNull(IdSchema('acc'), 'the second person, where two were needed'),
  approved_at: mostlyNull(Timestamp, 'when the second person approved it'),
  activates_at: mostlyNull(Timestamp, 'when the cooling-off time ends and it becomes active'),
  activated_at: orNull(Timestamp, 'when it became active'),
  suspended_at: mostlyNull(Timestamp, 'since when it is suspended'),
  retired_at: mostlyNull(Timestamp, 'since when it is retired'),
  retired_reason: mostlyNull(
    Type.Enum([...RETIRED_REASONS], { type: 'string' }),
    "`replaced`: by another version; `discarded`: before it was activated; `held`: stopped while it waited for approval or cooled off; `recalled`: don't pay it anymore; `recipient_retired`: the payee was retired",
  ),
  recalled_at: mostlyNull(Timestamp, 'when it was recalled'),
  recall_reason: mostlyNull(RecallReasonName, 'why it was recalled'),
}

export const RecipientVersion = Resource('RecipientVersion', 'where a payee is paid; it never changes', version)

export const UsedRecipientVersion = Resource('UsedRecipientVersion', 'a version, and how much it is used', {
  ...version,
  request_count: Counted('payment requests for it since it was first active; may be a few seconds behind', 118),
  last_request_at: orNull(Timestamp, 'when the newest of them was made; null while there are none'),
})

const LISTING = {
  domain: Shown('the host name that lists the payee, and its name', 'shop.example'),
  seen_at: At('when it was last seen there'),
}

/** Of a payee that an agent found on a domain; absent on the organization's own. */
const listed = Type.Optional(
  Type.Object(LISTING, {
    description:
      "the payee isn't the organization's own: an agent found it on this domain (`payees.resolve`). Nobody has to trust the organization for it",
    ...RARE,
  }),
)

const recipient = {
  listed,
  recipient_id: IdSchema('rcp'),
  name: Shown('the payee, as payers see it', 'Harbour Books till'),
  active_version_id: orNull(IdSchema('rcv'), 'the version that new requests pay; null until one is activated'),
  version: RecordVersion,
  created_at: CreatedAt,
  retired_at: mostlyNull(Timestamp, 'when the payee was retired'),
}

export const Recipient = Resource('Recipient', 'a payee of the organization', recipient)

export const ListedRecipient = Resource('ListedRecipient', "one of the organization's payees", {
  ...recipient,
  status: Type.Enum([...RECIPIENT_VERSION_STATUSES], {
    type: 'string',
    description: 'that of its active version, else of the newest that is not retired; `retired` where all are',
    examples: ['active'],
  }),
  active_version: orNull(UsedRecipientVersion, 'the version that new requests pay; null if none is active'),
  activates_at: mostlyNull(
    Timestamp,
    'when the version that cools off becomes the one that new requests pay; null if none cools off',
  ),
  domain: orNull(
    Shown('a host name', 'shop.example'),
    'the domain that lists the active version; null if none is active',
  ),
})

export const Evidence = Resource('Evidence', 'a proof that a domain lists exactly this version', {
  evidence_id: IdSchema('evd'),
  recipient_version_id: IdSchema('rcv'),
  type: Type.Enum(['domain_proof', 'domain_listing'], {
    type: 'string',
    description:
      '`domain_proof`: a verified domain of the organization lists it; `domain_listing`: another domain does, and an agent found it there',
    examples: ['domain_proof'],
  }),
  source_id: orNull(IdSchema('dom'), 'the domain that lists the payee; null for a `domain_listing`'),
  found_in: Type.Enum(['svc-recipients.json', 'stellar.toml', 'dns'], {
    type: 'string',
    description: 'where the domain lists it',
  }),
  domain: Shown('the host name of that domain', 'shop.example'),
  location: Shown(
    'the address of the file, or the name of the TXT record',
    'https://shop.example/.well-known/svc-recipients.json',
  ),
  evidence_digest: Shown('SHA-256, in hexadecimal, of `document`', EXAMPLE_DIGEST),
  document: Shown(
    'the facts, and what was seen where and when, as canonical JSON (RFC 8785): hash it to compare the digest',
    '{"facts":{…},"finding":{…},"recipient_version_id":"rcv_…","type":"svc.recipient_evidence.v2"}',
  ),
  created_at: CreatedAt,
})

export const PayeeApproval = Resource('PayeeApproval', 'a version that waits for a second person', {
  recipient: Recipient,
  recipient_version: RecipientVersion,
  active_version: orNull(RecipientVersion, 'the version that new requests pay until then; null if none is active'),
  evidence: Evidence,
  requested_by_email: orNull(
    Shown('a mailbox', 'mara@merchant.example'),
    'the mailbox of who asked; null if they are not known any more',
  ),
  expires_at: At('until when it can be approved'),
  lapsed: Type.Boolean({
    description:
      'true if it has to be activated again: too late, who asked is no owner or admin anymore, or one person is enough by now',
    examples: [false],
  }),
})
