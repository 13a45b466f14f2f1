/** Statements on recipient_versions and their evidence. Facts are written once: nothing here updates them. */

import type { RecallReason, RecipientVersionStatus, RetiredReason } from '@pursestrings/contract/recipients/records'
import { idOf, newUuidFor, type Uuid } from '@pursestrings/contract/wire/ids'
import { sql } from 'kysely'
import type { Table } from '../../platform/postgres/table.ts'
import type { SystemTx, TenantTx } from '../../platform/postgres/transaction.ts'
import type { FoundIn } from './find-voucher.ts'
import type { PaymentFacts } from './payment-facts.ts'

interface Standing {
  status: RecipientVersionStatus
  vouched_by: Uuid | null
  activates_at: Date | null
  activated_at: Date | null
  suspended_at: Date | null
  retired_at: Date | null
  retired_reason: RetiredReason | null
  recalled_at: Date | null
  recall_reason: RecallReason | null
  requested_by: Uuid | null
  requested_at: Date | null
  approved_by: Uuid | null
  approved_at: Date | null
}

export interface RecipientVersionRow extends PaymentFacts, Readonly<Standing> {
  readonly recipient_version_id: Uuid
  readonly recipient_id: Uuid
  readonly number: number
  readonly created_at: Date
}

export interface EvidenceRow {
  readonly evidence_id: Uuid
  readonly recipient_version_id: Uuid
  readonly source_id: Uuid
  readonly found_in: FoundIn
  readonly document: string
  readonly digest: string
  readonly body: string | null
  readonly created_at: Date
  readonly listed: boolean
}

interface Tables {
  recipient_versions: Table<
    'recipient_versions',
    Pick<RecipientVersionRow, 'rail' | 'network' | 'reference' | 'retired_reason' | 'recall_reason'>
  >
  recipients: Table<'recipients'>
  recipient_former_names: Table<'recipient_former_names'>
  recipient_evidence: Table<'recipient_evidence', { found_in: FoundIn }>
}

const accountOf = (account_id: Uuid | null) => (account_id === null ? null : idOf('acc', account_id))
const isoOf = (time: Date | null): string | null => time?.toISOString() ?? null

export const versionOnWire = (row: RecipientVersionRow) => ({
  ...row,
  recipient_version_id: idOf('rcv', row.recipient_version_id),
  recipient_id: idOf('rcp', row.recipient_id),
  created_at: row.created_at.toISOString(),
  requested_by: accountOf(row.requested_by),
  requested_at: isoOf(row.requested_at),
  approved_by: accountOf(row.approved_by),
  approved_at: isoOf(row.approved_at),
  activates_at: isoOf(row.activates_at),
  activated_at: isoOf(row.activated_at),
  suspended_at: isoOf(row.suspended_at),
  retired_at: isoOf(row.retired_at),
  recalled_at: isoOf(row.recalled_at),
})

/** What the document says of the domain and of the place in it. */
const foundAt = (document: string): { domain: string; location: string } => {
  const { domain, location } = JSON.parse(document).finding
  return { domain, location }
}

/** A listing is a source of its own: it has the id of its payee. */
const sourceOf = ({ source_id, listed }: EvidenceRow) =>
  listed
    ? { type: 'domain_listing' as const, source_id: null }
    : { type: 'domain_proof' as const, source_id: idOf('dom', source_id) }

export const evidenceOnWire = (row: EvidenceRow) => ({
  evidence_id: idOf('evd', row.evidence_id),
  recipient_version_id: idOf('rcv', row.recipient_version_id),
  ...sourceOf(row),
  found_in: row.found_in,
  ...foundAt(row.document),
  evidence_digest: row.digest,
  document: row.document,
  created_at: row.created_at.toISOString(),
})

export const insertVersion = (tx: TenantTx, recipient_id: Uuid, facts: PaymentFacts): Promise<RecipientVersionRow> =>
  tx
    .tables<Tables>()
    .insertInto('recipient_versions')
    .values({
      ...facts,
      merchant_id: tx.merchant_id,
      recipient_version_id: newUuidFor(tx.merchant_id),
      recipient_id,
      number: sql<number>`(select count(*)::int + 1 from recipient_versions where recipient_id = ${recipient_id})`,
      status: 'draft',
    })
    .returningAll()
    .executeTakeFirstOrThrow()

export const selectVersion = (
  tx: TenantTx,
  recipient_id: Uuid,
  recipient_version_id: Uuid,
): Promise<RecipientVersionRow | undefined> =>
  tx
    .tables<Tables>()
    .selectFrom('recipient_versions')
    .selectAll()
    .where('merchant_id', '=', tx.merchant_id)
    .where('recipient_version_id', '=', recipient_version_id)
    .where('recipient_id', '=', recipient_id)
    .executeTakeFirst()

/** The version that a payee was paid to last, whether it serves now or was stopped. */
export const selectLastServed = (tx: TenantTx, recipient_id: Uuid): Promise<RecipientVersionRow | undefined> =>
  tx
    .tables<Tables>()
    .selectFrom('recipient_versions')
    .selectAll()
    .where('merchant_id', '=', tx.merchant_id)
    .where('recipient_id', '=', recipient_id)
    .where('activated_at', 'is not', null)
    .orderBy('activated_at', 'desc')
    .limit(1)
    .executeTakeFirst()

export const selectVersions = (
  tx: TenantTx,
  recipient_id: Uuid,
  before: Uuid | undefined,
  limit: number,
): Promise<RecipientVersionRow[]> =>
  tx
    .tables<Tables>()
    .selectFrom('recipient_versions')
    .selectAll()
    .where('merchant_id', '=', tx.merchant_id)
    .where('recipient_id', '=', recipient_id)
    .$if(before !== undefined, (q) => q.where('recipient_version_id', '<', before as Uuid))
    .orderBy('recipient_version_id', 'desc')
    .limit(limit)
    .execute()

export const selectVersionsOf = async (tx: TenantTx, ids: readonly Uuid[]): Promise<RecipientVersionRow[]> =>
  ids.length === 0
    ? []
    : tx
        .tables<Tables>()
        .selectFrom('recipient_versions')
        .selectAll()
        .where('merchant_id', '=', tx.merchant_id)
        .where('recipient_version_id', 'in', ids)
        .execute()

export interface Upcoming {
  readonly recipient_id: Uuid
  /** Of the newest version that is not retired; null where all are. */
  readonly status: RecipientVersionStatus | null
  /** When the first that cools off becomes active. */
  readonly activates_at: Date | null
}

export const selectUpcoming = async (
  tx: TenantTx,
  recipients: readonly Uuid[],
): Promise<ReadonlyMap<Uuid, Upcoming>> => {
  const { rows } = await sql<Upcoming>`select n.recipient_id, v.status, v.activates_at
    from unnest(${[...recipients]}::uuid[]) n (recipient_id) cross join lateral (
      select (array_agg(v.status order by v.recipient_version_id desc))[1] status,
        min(v.activates_at) filter (where v.status = 'cooling') activates_at
      from recipient_versions v where v.merchant_id = ${tx.merchant_id}
        and v.recipient_id = n.recipient_id and v.status <> 'retired') v`.execute(tx.tables<Tables>())
  return new Map(rows.map((row) => [row.recipient_id, row]))
}

/** Moves a version on, only from one of the given statuses; undefined when it stands elsewhere. */
export const moveVersion = (
  tx: TenantTx,
  recipient_version_id: Uuid,
  from: readonly RecipientVersionStatus[],
  to: Partial<{ [K in keyof Standing]: Standing[K] | ReturnType<typeof sql<Standing[K]>> }>,
): Promise<RecipientVersionRow | undefined> =>
  tx
    .tables<Tables>()
    .updateTable('recipient_versions')
    .set(to)
    .where('merchant_id', '=', tx.merchant_id)
    .where('recipient_version_id', '=', recipient_version_id)
    .where('status', 'in', from)
    .returningAll()
    .executeTakeFirst()

/** Versions that a domain vouches for, of these statuses. */
export const selectVouchedVersions = (
  tx: TenantTx,
  domain_id: Uuid,
  statuses: readonly RecipientVersionStatus[],
): Promise<RecipientVersionRow[]> =>
  tx
    .tables<Tables>()
    .selectFrom('recipient_versions')
    .selectAll()
    .where('merchant_id', '=', tx.merchant_id)
    .where('vouched_by', '=', domain_id)
    .where('status', 'in', statuses)
    .orderBy('recipient_version_id')
    .execute()

export const selectSuspended = (
  tx: TenantTx,
  { recipient_id }: { recipient_id: Uuid },
): Promise<Pick<RecipientVersionRow, 'recipient_version_id'>[]> =>
  tx
    .tables<Tables>()
    .selectFrom('recipient_versions')
    .select('recipient_version_id')
    .where('merchant_id', '=', tx.merchant_id)
    .where('recipient_id', '=', recipient_id)
    .where('status', '=', 'suspended')
    .execute()

/** All of a recipient's that are not retired. */
export const selectLivingVersions = (tx: TenantTx, recipient_id: Uuid): Promise<RecipientVersionRow[]> =>
  tx
    .tables<Tables>()
    .selectFrom('recipient_versions')
    .selectAll()
    .where('merchant_id', '=', tx.merchant_id)
    .where('recipient_id', '=', recipient_id)
    .where('status', '<>', 'retired')
    .orderBy('recipient_version_id')
    .execute()

const IS_LISTING = sql<boolean>`exists (select from recipients r where r.merchant_id = recipient_evidence.merchant_id
  and r.recipient_id = recipient_evidence.source_id)`.as('listed')

export const insertEvidence = (
  tx: TenantTx,
  evidence: Omit<EvidenceRow, 'evidence_id' | 'created_at' | 'listed'>,
): Promise<EvidenceRow> =>
  tx
    .tables<Tables>()
    .insertInto('recipient_evidence')
    .values({ merchant_id: tx.merchant_id, evidence_id: newUuidFor(tx.merchant_id), ...evidence })
    .returningAll()
    .returning(IS_LISTING)
    .executeTakeFirstOrThrow()

export const selectEvidence = (tx: TenantTx, recipient_version_id: Uuid): Promise<EvidenceRow[]> =>
  tx
    .tables<Tables>()
    .selectFrom('recipient_evidence')
    .selectAll()
    .select(IS_LISTING)
    .where('merchant_id', '=', tx.merchant_id)
    .where('recipient_version_id', '=', recipient_version_id)
    .orderBy('evidence_id', 'desc')
    .limit(100)
    .execute()

/** Of all merchants: only versions whose facts and voucher can no longer change. */
export const selectServedVersion = (tx: SystemTx, recipient_version_id: Uuid) =>
  tx
    .tables<Tables>()
    .selectFrom('recipient_versions as v')
    .innerJoin('recipients as r', (join) =>
      join.onRef('r.merchant_id', '=', 'v.merchant_id').onRef('r.recipient_id', '=', 'v.recipient_id'),
    )
    .select([
      'v.recipient_id',
      'r.name',
      'r.listed_by',
      'v.vouched_by',
      'v.rail',
      'v.network',
      'v.asset',
      'v.address',
      'v.memo',
    ])
    .select(['v.contract', 'v.issuer', 'v.decimals', 'v.chain_id', 'v.reference'])
    .select(
      sql<string[]>`array(select f.name from recipient_former_names f where f.merchant_id = v.merchant_id
        and f.recipient_id = v.recipient_id order by f.created_at desc)`.as('former_names'),
    )
    .where('v.recipient_version_id', '=', recipient_version_id)
    .where('v.activated_at', 'is not', null)
    .executeTakeFirst()
