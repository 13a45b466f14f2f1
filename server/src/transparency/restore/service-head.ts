/**
 * What is known outside the database of how far it has come, signed by the service: `service/head` in the mirror is the newest,
 * `service/heads/<number>` are those that list revocations. Each names the one before it that does, so that whoever restored a
 * backup finds all that was revoked since.
 */
import { verify } from 'node:crypto'
import { canonicalJson } from '@pursestrings/protocol/canonical'
import { jwsHeaderText } from '@pursestrings/protocol/device-statements'
import { textOf } from '@pursestrings/protocol/log/log-bytes'
import type pg from 'pg'
import type { HttpsClient } from '../../platform/egress/https-client.ts'
import { type LogMirror, mirrorAt } from '../../platform/egress/log-mirror.ts'
import { readEpoch } from '../../platform/postgres/epoch.ts'
import type { SystemTx } from '../../platform/postgres/transaction.ts'
import type { AuditTotal } from '../audit-log/read-audit-head.ts'
import type { FactsKey } from '../facts-keys/read-facts-keys.ts'

export const SERVICE_HEAD_TYPE = 'svc.service_head.v1'
export const SERVICE_HEAD_JWS_TYPE = 'svc-service-head+jws'

export const NEWEST_HEAD = 'service/head'
export const headPath = (number: number): string => `service/heads/${number}`

export interface Revocation {
  readonly kind: string
  /** The columns that find it. */
  readonly ids: Readonly<Record<string, string>>
}

export interface ServiceHead {
  readonly type: typeof SERVICE_HEAD_TYPE
  readonly issuer: string
  readonly epoch: number
  /** Counts heads, over all epochs. */
  readonly number: number
  readonly at: string
  readonly audit: AuditTotal
  readonly revocations: readonly Revocation[]
  /** The newest head before this one that lists revocations; 0 if none does. */
  readonly previous: number
}

export class ServiceHeadFault extends Error {}

export interface HeadReader {
  readonly mirror: Pick<LogMirror, 'read'>
  readonly issuer: string
  readonly keys: readonly FactsKey[]
}

/** Undefined where there is none; a fault where nobody whom we know signed it. */
export const readHead = async (
  { mirror, issuer, keys }: HeadReader,
  path: string,
): Promise<ServiceHead | undefined> => {
  const bytes = await mirror.read(path)
  if (bytes === undefined) return undefined
  const head = headIn(textOf(new Uint8Array(bytes)) ?? '', keys)
  if (head?.issuer !== issuer) {
    throw new ServiceHeadFault(
      `${path} in LOG_MIRROR is not signed by one of RECEIPT_KEYS for ${issuer}: keep the keys that signed it in the list`,
    )
  }
  return head
}

const headIn = (jws: string, keys: readonly FactsKey[]): ServiceHead | undefined => {
  const [header = '', payload = '', signature = ''] = jws.split('.')
  const signed = ({ kid, public_key }: FactsKey): boolean =>
    header === Buffer.from(jwsHeaderText(kid, SERVICE_HEAD_JWS_TYPE)).toString('base64url') &&
    verify(null, Buffer.from(`${header}.${payload}`), public_key, Buffer.from(signature, 'base64url'))
  if (!keys.some(signed)) return undefined
  const text = Buffer.from(payload, 'base64url').toString('utf8')
  const head = JSON.parse(text) as ServiceHead
  return head.type === SERVICE_HEAD_TYPE && canonicalJson(head) === text ? head : undefined
}

// Statements on service_head and service_revocations.

interface HeadRow {
  readonly number: number
  readonly listed: number
}

export const selectHead = async (on: Pick<pg.ClientBase, 'query'>): Promise<HeadRow> => {
  const { rows } = await on.query<HeadRow>('select number::float, listed::float from service_head')
  return rows[0] ?? { number: 0, listed: 0 }
}

/** The next head's number, its row held; undefined where another worker writes one. */
export const takeNumber = async ({ client }: SystemTx): Promise<HeadRow | undefined> => {
  const { rowCount } = await client.query('select from service_head for update skip locked')
  if (rowCount === 0) return undefined
  const text = 'update service_head set number = number + 1 returning number::float, listed::float'
  return (await client.query<HeadRow>(text)).rows[0]
}

/** Those that this head lists: new ones, and such as were given to a head that may never have been written. */
export const listRevocations = async ({ client }: SystemTx, number: number, at_most: number): Promise<Revocation[]> => {
  const text = `with listed as (
      update service_revocations r set head_number = $1 where r.revocation_id in (
        select o.revocation_id from service_revocations o order by o.revocation_id limit $2)
      returning r.revocation_id, r.kind, r.ids)
    select kind, ids from listed order by revocation_id`
  return (await client.query<Revocation>(text, [number, at_most])).rows
}

/** The head is in the mirror, and what it lists need not be kept here. */
export const noteWritten = async ({ client }: SystemTx, number: number, lists: boolean): Promise<void> => {
  await client.query(
    'update service_head set written_at = now(), listed = case when $2 then greatest(listed, $1) else listed end',
    [number, lists],
  )
  await client.query('delete from service_revocations where head_number = $1', [number])
}

/** From here on this database is not behind the mirror. */
export const catchUp = async ({ client }: SystemTx, { number, listed }: HeadRow): Promise<void> => {
  const text = 'update service_head set number = greatest(number, $1), listed = greatest(listed, $2)'
  await client.query(text, [number, listed])
}

/** Whether this database lacks what the mirror knows of it, as a restored backup does. Nothing may be served from it then. */
export const isBehind = (here: HeadRow & { readonly epoch: number }, there: ServiceHead): boolean =>
  here.epoch < there.epoch || here.number < there.number

/** What is wrong, and what to do; undefined where all is well. */
export const behindMirror = async (pool: pg.Pool, reader: HeadReader): Promise<string | undefined> => {
  // First the mirror: a head that is written meanwhile is in the database already.
  const there = await readHead(reader, NEWEST_HEAD)
  if (!there) return undefined
  const here = { ...(await readEpoch(pool)), ...(await selectHead(pool)) }
  if (!isBehind(here, there)) return undefined
  return (
    `the database is behind LOG_MIRROR, which knows head ${there.number} of epoch ${there.epoch} (${there.at}); ` +
    `here is head ${here.number} of epoch ${here.epoch}: was a backup restored? ` +
    'Then run `pursestrings-server admin restore open`, and see "Backup and restore" in the docs'
  )
}

// What LOG_MIRROR says, for whoever reads it; undefined where it is not set.

interface Settings {
  readonly LOG_MIRROR?: string
  readonly LOG_MIRROR_TOKEN?: string
  readonly BASE_URL: string
  readonly RECEIPT_KEYS: readonly FactsKey[]
}

export const headReaderOf = (
  { LOG_MIRROR: place, LOG_MIRROR_TOKEN: token, BASE_URL: issuer, RECEIPT_KEYS: keys }: Settings,
  https: HttpsClient,
): (HeadReader & { readonly mirror: LogMirror }) | undefined =>
  place === undefined ? undefined : { issuer, keys, mirror: mirrorAt(place, https, token) }
