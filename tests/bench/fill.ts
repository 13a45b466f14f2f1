/** Rows that a thousand users would have made: merchants, agents, payees and connections, straight into the tables. */
import { createHash } from 'node:crypto'
import { idOf, newUuid, newUuidFor, slotOf, type Uuid } from '@pursestrings/contract/wire/ids'
import { newSecret } from '@pursestrings/protocol/secrets'
import type pg from 'pg'
import type { Source } from '../../server/src/connections/connections/connections.reads.ts'

export interface FilledConnection {
  readonly token: string
  readonly token_hash: Buffer
  readonly merchant_id: Uuid
  readonly connection_id: Uuid
  readonly recipient_id: Uuid
  readonly recipient_version_id: Uuid
}

const MERCHANTS = 10
export const ADDRESS = 'GBRPYHIL2CI3FNQ4BXLFMNDLFJUNPU2HY3ZMFSHONUCEOASW7QC7OX2H'

/** Typed as the service's own: a field that it gains is missing here at once. */
const sourceOf = (agent_id: Uuid): Source => ({
  agent_id: idOf('agt', agent_id),
  agent_name: 'Checkout agent',
  runtime: 'node',
  merchant_name: 'Harbour Books',
  verified_domain: 'shop.example',
})

export const fillWithConnections = async (admin: pg.Pool, count: number): Promise<FilledConnection[]> => {
  const merchants = Array.from({ length: MERCHANTS }, () => {
    const merchant_id = newUuid()
    return {
      merchant_id,
      agent_id: newUuidFor(merchant_id),
      credential_id: newUuidFor(merchant_id),
      domain_id: newUuidFor(merchant_id),
      recipient_id: newUuidFor(merchant_id),
      recipient_version_id: newUuidFor(merchant_id),
    }
  })
  // With the triggers off: rows are made at once where a merchant would have gone through every step.
  const client = await admin.connect()
  await client.query('set session_replication_role = replica')
  const fill = (table: string, columns: string, values: string, rows: readonly object[]) =>
    client.query(
      `insert into ${table} (${columns}) select ${values} from jsonb_populate_recordset(null::${table}, $1) r`,
      [JSON.stringify(rows)],
    )
  await fill('merchants', 'merchant_id, name, status', `r.merchant_id, 'Harbour Books', 'active'`, merchants)
  await fill(
    'merchant_domains',
    'merchant_id, domain_id, domain, status, method, challenge, challenge_expires_at, verified_at',
    `r.merchant_id, r.domain_id, 'shop.example', 'verified', 'dns', 'x', now(), now()`,
    merchants,
  )
  await fill(
    'agents',
    'merchant_id, agent_id, name, runtime, environment, allowed_scopes, status, keys_usable',
    `r.merchant_id, r.agent_id, 'Checkout agent', 'node', 'testnet',
      '{payment.requests.create,payment.requests.read}', 'active', tstzmultirange(tstzrange(now(), now() + interval '90 days'))`,
    merchants,
  )
  await fill(
    'agent_credentials',
    'merchant_id, agent_id, credential_id, kid, alg, public_key, status, not_before, expires_at, activated_at',
    `r.merchant_id, r.agent_id, r.credential_id, 'key', 'Ed25519', sha256(r.credential_id::text::bytea), 'active', now(),
      now() + interval '90 days', now()`,
    merchants,
  )
  await fill(
    'recipients',
    'merchant_id, recipient_id, name, name_skeleton, active_version_id',
    `r.merchant_id, r.recipient_id, 'Till', 'till', r.active_version_id`,
    merchants.map((m) => ({ ...m, active_version_id: m.recipient_version_id })),
  )
  await fill(
    'recipient_versions',
    'merchant_id, recipient_version_id, recipient_id, number, rail, network, asset, address, decimals, status, vouched_by, activated_at',
    `r.merchant_id, r.recipient_version_id, r.recipient_id, 1, 'stellar_xlm', 'stellar_testnet', 'XLM', '${ADDRESS}', 7, 'active',
      r.vouched_by, now()`,
    merchants.map((m) => ({ ...m, vouched_by: m.domain_id })),
  )
  const connections = Array.from({ length: count }, (_, i): FilledConnection & { agent_id: Uuid; device_id: Uuid } => {
    const m = merchants[i % MERCHANTS] as (typeof merchants)[number]
    const token = newSecret('conn', slotOf(m.merchant_id))
    return {
      ...m,
      token,
      token_hash: createHash('sha256').update(token).digest(),
      connection_id: newUuidFor(m.merchant_id),
      device_id: newUuid(),
    }
  })
  await fill(
    'connections',
    'merchant_id, connection_id, agent_id, device_id, scopes, status, source, token_hash, token_expires_at',
    `r.merchant_id, r.connection_id, r.agent_id, r.device_id, '{payment.requests.create,payment.requests.read}', 'active',
      r.source, r.token_hash, now() + interval '90 days'`,
    connections.map((c) => ({ ...c, source: sourceOf(c.agent_id), token_hash: `\\x${c.token_hash.toString('hex')}` })),
  )
  // What a bare client would hold in memory, so that it need not compute it.
  await admin.query(`create unlogged table bench_connections (n integer primary key, token_hash bytea, recipient_id uuid,
    recipient_version_id uuid, connection_id uuid, merchant_id uuid)`)
  await fill(
    'bench_connections',
    'n, token_hash, recipient_id, recipient_version_id, connection_id, merchant_id',
    'r.n, r.token_hash, r.recipient_id, r.recipient_version_id, r.connection_id, r.merchant_id',
    connections.map((c, i) => ({ ...c, n: i + 1, token_hash: `\\x${c.token_hash.toString('hex')}` })),
  )
  await client.query('reset session_replication_role')
  client.release()
  await admin.query('grant select on bench_connections to pursestrings_app; analyze')
  return connections
}
