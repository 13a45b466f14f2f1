/** Statements about payees that anybody may ask for; the functions decide what is shown. */
import type { Uuid } from '@pursestrings/contract/wire/ids'
import type { Network, Rail } from '@pursestrings/protocol/network-names'
import type { SystemTx } from '../../platform/postgres/transaction.ts'

export interface ServingRow {
  readonly recipient_id: Uuid
  readonly recipient_version_id: Uuid
  readonly name: string
  readonly domain: string
  readonly number: number
  readonly rail: Rail
  readonly network: Network
  readonly asset: string
  readonly address: string
  readonly memo: string | null
  readonly contract: string | null
  readonly issuer: string | null
  readonly decimals: number
  readonly chain_id: number | null
  readonly activated_at: Date
  readonly changed_at: Date | null
}

export interface Tags {
  readonly subject?: Uint8Array
  readonly domain?: Uint8Array
  readonly address?: Uint8Array
}

const bytes = (tag: Uint8Array | undefined): Buffer | null => (tag === undefined ? null : Buffer.from(tag))

export const selectServing = async ({ client }: SystemTx, tags: Tags, at_most: number): Promise<ServingRow[]> => {
  const text = 'select * from serving_payees($1, $2, $3, $4)'
  const values = [bytes(tags.subject), bytes(tags.domain), bytes(tags.address), at_most]
  return (await client.query<ServingRow>({ name: 'serving-payees', text, values })).rows
}

export interface HistoryRow {
  readonly seq: number
  readonly event: 'cooling' | 'activated' | 'retired'
  readonly name: string | null
  readonly recipient_version_id: Uuid
  readonly salt: Buffer | null
  readonly document: string | null
  readonly created_at: Date
  readonly log_index: string | null
}

export const selectHistory = async (
  { client }: SystemTx,
  subject: Uint8Array,
  at_most: number,
): Promise<HistoryRow[]> => {
  const text = 'select * from payee_history($1, $2)'
  return (await client.query<HistoryRow>({ name: 'payee-history', text, values: [bytes(subject), at_most] })).rows
}

export interface RecordRow {
  readonly entry: string
  readonly salt: Buffer | null
  readonly document: string | null
  readonly evidence: string | null
  readonly log_index: string | null
}

export const selectRecord = async (
  { client }: SystemTx,
  subject: Uint8Array,
  recipient_version_id: Uuid,
  name: string | undefined,
): Promise<RecordRow | undefined> => {
  const text = 'select * from payee_record($1, $2, $3)'
  const values = [bytes(subject), recipient_version_id, name ?? null]
  return (await client.query<RecordRow>({ name: 'payee-record', text, values })).rows[0]
}
