/** What a wallet, a portal or a developer asks first: which networks, which ledger, which keys. */
import { Type } from 'typebox'
import { operation as operationOperation, Resource } from '../operation.ts'
import { EXTENSIONS } from '../tiers.ts'
import { orNull } from '../wire/envelopes.ts'
import { Counted, NetworkName, RARE, Shown } from '../wire/fields.ts'

/** What the service tells everybody of itself. */
const ServiceLedger = Type.Object({
  rpc_url: Type.Optional(
    Shown('a node that a wallet can ask: on Stellar by its RPC, on EVM networks by JSON-RPC', 'https://rpc.example'),
  ),
  horizon_url: Type.Optional(Shown('a Horizon that a wallet can use', 'https://horizon.example', RARE)),
  friendbot_url: Type.Optional(Shown('where test funds come from', 'https://friendbot.example', RARE)),
  observers: Type.Array(Type.String(), {
    description: 'who is asked what the ledger says: the operators of the sources',
    examples: [['stellar.org']],
  }),
  quorum: Counted('how many of them must agree', 1, { minimum: 1 }),
  simulated: Type.Boolean({
    description: 'true: a practice ledger on this machine, for development. Nothing there is worth anything',
    examples: [false],
  }),
})

const ServiceKey = Type.Object({
  kid: Shown('the name of the key in /.well-known/jwks.json', 'facts-1'),
  thumbprint: Shown('what to pin (RFC 7638)', 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k'),
})

const Service = Resource('Service', 'the service that you talk to', {
  name: Shown('the product', 'Pursestrings'),
  version: Shown('of the service', '0.1.0'),
  base_url: Shown('what the service calls itself', 'https://api.example'),
  wallet_url: orNull(
    Shown('the wallet', 'https://wallet.example'),
    'where its operator serves a wallet: links to requests begin with it. Keep it with the pinned keys; null where there is none',
  ),
  networks: Type.Array(
    Type.Object({
      network: NetworkName,
      testnet: Type.Boolean({ description: 'whether its coins are for tests only', examples: [true] }),
      ledger: orNull(ServiceLedger, 'where the service looks for payments; null where nobody looks'),
    }),
    { description: 'the networks on which payees can be paid' },
  ),
  facts_key: { ...ServiceKey, description: 'signs payment facts' },
  extensions: Type.Enum([...EXTENSIONS], {
    type: 'string',
    description: 'whether it serves the modules beyond the specification: `all` of them, or `none`',
    examples: ['all'],
  }),
  receipt_key: orNull(ServiceKey, 'signs what the service says about the ledger; null where it says nothing'),
})

export const readService = operationOperation({
  id: 'service.read',
  method: 'GET',
  path: '/v1/service',
  tier: 'completes',
  idempotency: 'safe',
  summary: 'Read about the service',
  description:
    'Its name, its networks, where it reads each ledger, whether it serves the modules beyond the specification, and the thumbprints of its keys. Before you pin a thumbprint, compare it with one you got in another way: somebody between you and the service could have changed this answer.',
  credential: 'none',
  cross_origin: true,
  limit: 'unlimited',
  answer: { status: 200, body: Type.Object({ service: Service }) },
  refuses: [],
  example: {},
})

export const serviceOperations = [readService] as const
