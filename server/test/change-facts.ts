/**
 * Changes payments as though it had always been so: with the triggers off, and with the digest of the changed facts, since
 * facts that do not fit the digest that was committed are never signed. For moving time, and for requests in numbers.
 */

import type { Uuid } from '@pursestrings/contract/wire/ids'
import { factsText } from '@pursestrings/protocol/payment-facts'
import type pg from 'pg'
import type { ServedVersion } from '../src/payees/recipients/recipients.reads.ts'
import { factsOfPayment } from '../src/payments/agent-payments/agent-payment-view.ts'
import { factsOf, requestIdOnWire } from '../src/payments/payment-requests/payment-request-view.ts'
import { factsDigest } from '../src/transparency/facts-keys/facts-keys.ts'

interface Changed {
  readonly place: string
  readonly id: Uuid
  readonly connection_id: Uuid
  readonly request_id: string | null
  readonly recipient_version_id: Uuid
  readonly amount: string
  readonly expires_at: Date
  readonly terms: string | null
}

const SURFACES = [
  {
    table: 'payment_requests',
    key: 'payment_request_id',
    follows: ", pending_until = case when p.status = 'pending' then p.expires_at end",
    request_id: 'request_id',
    facts: (row: Changed, version: ServedVersion, issuer: string) =>
      factsOf({ ...row, request_id: requestIdOnWire({ ...row, payment_request_id: row.id }) }, version, issuer),
  },
  {
    table: 'agent_payments',
    key: 'agent_payment_id',
    follows: '',
    request_id: 'null::text',
    facts: (row: Changed, version: ServedVersion, issuer: string) =>
      factsOfPayment({ ...row, agent_payment_id: row.id }, version, issuer),
  },
] as const

const VERSIONS = `select v.*, r.name, d.domain from recipient_versions v
  join recipients r on r.merchant_id = v.merchant_id and r.recipient_id = v.recipient_id
  join merchant_domains d on d.domain_id = v.vouched_by where v.recipient_version_id = any ($1)`

/** `set` is what an update sets, such as `expires_at = now()`. */
export const changeFacts = async (
  admin: pg.Pool,
  payments: readonly Uuid[],
  set = 'amount = amount',
): Promise<void> => {
  const client = await admin.connect()
  try {
    await client.query('begin; set local session_replication_role = replica')
    const [used] = (await client.query<{ issuer: string }>('select issuer from facts_issuers')).rows
    for (const { table, key, request_id, facts, follows } of SURFACES) {
      const { rows } = await client.query<Changed>(
        `update ${table} set ${set} where ${key} = any ($1)
         returning ctid::text as place, ${key} as id, connection_id, ${request_id} as request_id, recipient_version_id, amount, expires_at,
         terms`,
        [payments],
      )
      const served = await client.query<ServedVersion & { recipient_version_id: Uuid }>(VERSIONS, [
        rows.map((row) => row.recipient_version_id),
      ])
      const versions = new Map(served.rows.map((version) => [version.recipient_version_id, version]))
      const digests = rows.map((row) =>
        factsDigest(
          factsText(
            facts(
              row,
              versions.get(row.recipient_version_id) as ServedVersion,
              used?.issuer ?? 'http://127.0.0.1:8787',
            ),
          ),
        ),
      )
      // By place, since two connections may have requests of the same id.
      await client.query(
        `update ${table} p set facts_digest = d.digest ${follows} from unnest($1::tid[], $2::bytea[]) d (place, digest)
         where p.ctid = d.place`,
        [rows.map((row) => row.place), digests],
      )
    }
    await client.query('commit')
  } finally {
    client.release()
  }
}
