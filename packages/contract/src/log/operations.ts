/** Proofs of the payee log, made by the service for those who read no tiles. The log itself is files below `/log/`. */
import { Type } from 'typebox'
import { Input, operation } from '../operation.ts'
import { resourceNotFound } from '../transport-errors.ts'
import { orNull } from '../wire/envelopes.ts'
import { Counted, Shown } from '../wire/fields.ts'
import { Whole } from '../wire/inputs.ts'

const HASH = 'wbVRDPiiVDRB0Lp4PhkqCrWPBbzjbFpZ0gsEZEj3R3U='
const SIZE_MAX = 2 ** 40

const Hashes = (description: string) =>
  Type.Array(Type.String(), { description: `${description}; each SHA-256 in base64`, examples: [[HASH]] })

const open = {
  method: 'GET',
  tier: 'evidence',
  idempotency: 'safe',
  credential: 'none',
  cross_origin: true,
  limit: 'standard',
  refuses: [resourceNotFound],
} as const

export const proveLog = operation({
  ...open,
  id: 'log.prove',
  path: '/v1/log/proof',
  summary: 'Prove that an entry is in the payee log, or that the log only grew',
  description:
    "For any tree that was published, name an entry (`index`), an older tree (`from`), or both. `entry` has the hashes that lead from the leaf to the root (RFC 6962), and all of it as one text (C2SP tlog-proof) with the signed checkpoint, which the SDK's `verifyPayee` and the tools of other logs can check without asking us. `consistency` has the hashes that show that the tree begins with all of the older one: compare them with the roots of two checkpoints you kept.",
  query: Input({
    index: Type.Optional(Whole(0, SIZE_MAX, { description: 'the place of the entry, counted from 0' })),
    from: Type.Optional(Whole(0, SIZE_MAX, { description: 'leaves of the older tree' })),
    size: Type.Optional(Whole(0, SIZE_MAX, { description: 'leaves of the tree; default: as many as are published' })),
  }),
  answer: {
    status: 200,
    body: Type.Object({
      size: Counted('leaves of the tree', 2),
      entry: Type.Optional(
        Type.Object(
          {
            index: Counted('its place', 0),
            leaf_hash: Shown('SHA-256 of a zero byte and the entry, in base64', HASH),
            hashes: Hashes('from the neighbor of the leaf up'),
            proof: orNull(
              Shown('the proof as one text, to be kept', `c2sp.org/tlog-proof@v1\nindex 0\n${HASH}\n\n…`),
              'null where no checkpoint of this size was published',
            ),
          },
          { description: 'that the entry is in the tree; with `index`' },
        ),
      ),
      consistency: Type.Optional(
        Type.Object(
          { old_size: Counted('leaves of the older tree', 1), hashes: Hashes('the proof') },
          { description: 'that the tree begins with all of the older one; with `from`' },
        ),
      ),
    }),
  },
  example: { query: { index: 0 } },
})

export const logOperations = [proveLog] as const
