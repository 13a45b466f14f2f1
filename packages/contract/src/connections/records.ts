/** What the API shows of connections. */
import { Type } from 'typebox'
import { Resource } from '../operation.ts'
import { SCOPES } from '../scopes.ts'
import { orNull, Timestamp } from '../wire/envelopes.ts'
import { At, Counted, CreatedAt, mostlyNull, NetworkName, RARE, Shown } from '../wire/fields.ts'
import { IdSchema } from '../wire/ids.ts'
import { payable } from '../wire/payable.ts'

/** The statuses of connections, and which may follow which. */

const CONNECTION_STATUSES = ['active', 'paused', 'revoked'] as const
export type ConnectionStatus = (typeof CONNECTION_STATUSES)[number]

/** Which status may follow which; nothing leaves `revoked`. */
export const CONNECTION_STATUS_NEXT = {
  active: ['paused', 'revoked'],
  paused: ['active', 'revoked'],
  revoked: [],
} as const satisfies Record<ConnectionStatus, readonly ConnectionStatus[]>

/** Who paused a connection: the user, the service after repeated rejections, if the user switched that on, or the stop of the whole wallet. Only the user resumes it. */
export const PAUSED_BY = ['wallet', 'rejections', 'stop'] as const
export type PausedBy = (typeof PAUSED_BY)[number]

export const PausedByName = Type.Enum([...PAUSED_BY], {
  type: 'string',
  description:
    '`wallet`: the user paused it; `rejections`: the user rejected several requests in a row and had switched on `pause_after_rejections`; `stop`: the user stopped the whole wallet',
})

/** What happens to a connection in its life, as it is written down for later. */
export const CONNECTION_CHANGES = ['created', 'paused', 'resumed', 'narrowed', 'token_rotated', 'revoked'] as const

/** An agent renews its connection's token before or after that. */
export const CONNECTION_TOKEN_LIFETIME_DAYS = 90

/** Outcomes of a connection are counted no further. */
export const REQUEST_COUNT_MAX = 1_000

export const ScopeList = Type.Array(Type.Enum([...SCOPES], { type: 'string' }), {
  minItems: 1,
  maxItems: SCOPES.length,
  uniqueItems: true,
  description: 'what the agent may do',
  examples: [['payment.requests.create', 'payment.requests.read']],
})

export const Source = Resource('Source', 'who asks', {
  agent_id: IdSchema('agt'),
  agent_name: Shown('as the organization calls it', 'Checkout agent'),
  runtime: Shown('what the agent runs on', 'node-24'),
  merchant_name: Shown("the organization that runs the agent; of a user's own agent `Personal space`", 'Harbour Books'),
  verified_domain: orNull(
    Shown('the host name', 'shop.example'),
    "the organization's first verified host name; null if it has none, which a wallet must show",
  ),
  personal: Type.Optional(
    Type.Boolean({
      description:
        "true where the user enrolled the agent: it's their own, and nobody vouches for its name, which a wallet must show. Left out for the agent of an organization",
      examples: [true],
      ...RARE,
    }),
  ),
})

/** Either approve call, and the update, take it. */
export const DecisionSignature = Type.Enum(['optional', 'required'], {
  type: 'string',
  description:
    "whether the user's decisions must be signed with the key of the device (`decision_jws`). `required` needs a device with an active key",
})

export const PauseAfterRejections = Type.Boolean({
  description: 'whether several rejections in a row pause the connection; off unless the user switches it on',
  examples: [false],
})

export const ConnectionStatusName = Type.Enum([...CONNECTION_STATUSES], {
  type: 'string',
  description: 'a `paused` one reads and creates nothing; `revoked` is final',
})

/** What a wallet keeps of an agent that it approves: whatever the agent signs for it later is compared with these. */
export const agentKeys = (where: string) => ({
  agent_keys: Type.Optional(
    Type.Array(
      Type.Object({
        kid: Shown('what the agent calls the key', '2026-11'),
        public_key: Shown('Ed25519: the raw 32 bytes in base64url', '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'),
      }),
      {
        description: `the keys that the agent proves itself with now. Keep them when the user approves: nobody, the service included, can later pass another key off as the agent's. Shown to the wallet ${where}`,
        ...RARE,
      },
    ),
  ),
})

export const Connection = Resource('Connection', 'what a user lets one agent do', {
  connection_id: IdSchema('con'),
  status: ConnectionStatusName,
  scopes: Type.Array(Type.Enum([...SCOPES], { type: 'string' }), {
    description: 'what the user granted; the wallet can make it less',
    examples: [['payment.requests.create', 'payment.requests.read']],
  }),
  effective_scopes: Type.Array(Type.Enum([...SCOPES], { type: 'string' }), {
    description:
      'what the agent may do now: the scopes that the user granted, as far as the merchant still allows them to the agent. Empty when none is left',
    examples: [['payment.requests.create', 'payment.requests.read']],
  }),
  source: Source,
  decision_signature: DecisionSignature,
  pause_after_rejections: PauseAfterRejections,
  created_at: CreatedAt,
  paused_at: mostlyNull(Timestamp, 'since when it is paused'),
  paused_by: mostlyNull(PausedByName, 'who paused it; null while it is not paused'),
  revoked_at: mostlyNull(Timestamp, 'when it was revoked'),
  token_expires_at: At('until when its token works, unless the agent renews it or the wallet rotates it'),
  last_used_at: orNull(Timestamp, 'when the agent last used it, to about a minute; null if it never did'),
  ...agentKeys('where it reads one connection'),
  request_counts: Type.Optional(
    Type.Object(
      {
        pending: Counted('wait for the user', 1, { minimum: 0 }),
        under_way: Counted('were approved and are not confirmed yet', 0, { minimum: 0 }),
        confirmed: Counted('are confirmed', 12, { minimum: 0 }),
        rejected: Counted('were rejected by the user', 2, { minimum: 0 }),
        expired: Counted('were not answered in time', 3, { minimum: 0 }),
        failed: Counted('failed or were canceled', 0, { minimum: 0 }),
      },
      {
        description: `how its payment requests turned out, up to ${REQUEST_COUNT_MAX} each; shown where the wallet reads one connection`,
        ...RARE,
      },
    ),
  ),
})

export const PayableRecipient = Resource('PayableRecipient', 'a payee that an agent can ask payments for', {
  recipient_id: IdSchema('rcp'),
  active_version_id: IdSchema('rcv', 'the version that new requests pay: send it as `recipient_version_id`'),
  number: Counted('1, 2, 3 … within the recipient: another number means that the payee has changed', 1),
  name: Shown('the payee, as payers see it', 'Harbour Books till'),
  domain: Shown('the verified host name that lists it', 'shop.example'),
  network: NetworkName,
  asset: payable.asset,
})

export const ConnectionToken = Shown('shown once, kept only as a hash', 'svc_conn_…')
export const CONNECTION_EXAMPLE = 'con_01k0000000e008000000000000'
