/** A payee by its id, its domain or its address, and what the payee log holds of it. Whatever is not there is not found. */

import { resourceNotFound } from '@pursestrings/contract/transport-errors'
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import { utf8Of } from '@pursestrings/protocol/log/log-bytes'
import { domainTag, subjectTag } from '@pursestrings/protocol/log/log-entry'
import type { SystemTx } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { proofOf, readNewest } from '../../transparency/log/prove.ts'
import { sha256 } from '../../transparency/log/read-log-key.ts'
import {
  type HistoryRow,
  type ServingRow,
  selectHistory,
  selectRecord,
  selectServing,
  type Tags,
} from './payees.store.ts'

const AT_MOST = 100

const bytesOf = (hex: string): Uint8Array => Buffer.from(hex, 'hex')
const subjectOf = async (recipient_id: Uuid) =>
  bytesOf(await subjectTag('recipient', idOf('rcp', recipient_id), sha256))

const servingOnWire = (row: ServingRow) => ({
  recipient_version_id: idOf('rcv', row.recipient_version_id),
  number: row.number,
  rail: row.rail,
  network: row.network,
  asset: row.asset,
  to: row.address,
  memo: row.memo,
  contract: row.contract,
  issuer: row.issuer,
  decimals: row.decimals,
  chain_id: row.chain_id,
  since: row.activated_at.toISOString(),
  changed_at: row.changed_at?.toISOString() ?? null,
})

const openingOf = ({ salt, document }: Pick<HistoryRow, 'salt' | 'document'>) =>
  salt === null || document === null ? null : { salt: salt.toString('hex'), document }

interface Wanted {
  readonly domain?: string
  readonly network?: string
  readonly address?: string
}

export const lookUpPayees = async (tx: SystemTx, { domain, network, address }: Wanted) => {
  const tags: Tags = {
    ...(domain !== undefined && { domain: bytesOf(await domainTag(domain.toLowerCase(), sha256)) }),
    ...(network !== undefined && address !== undefined && { address: await sha256(utf8Of(`${network}\n${address}`)) }),
  }
  const rows = await selectServing(tx, tags, AT_MOST)
  // Where both are asked for, both must hold.
  const fits = (row: ServingRow) =>
    (domain === undefined || row.domain === domain.toLowerCase()) &&
    (address === undefined || (row.address === address && row.network === network))
  return {
    payees: rows.filter(fits).map((row) => ({
      recipient_id: idOf('rcp', row.recipient_id),
      name: row.name,
      domain: row.domain,
      serving: servingOnWire(row),
    })),
  }
}

export const readPayee = async (tx: SystemTx, recipient_id: Uuid) => {
  const subject = await subjectOf(recipient_id)
  const history = await selectHistory(tx, subject, AT_MOST)
  const [newest] = history
  if (newest?.document == null) throw new Refusal(resourceNotFound)
  const [serving] = await selectServing(tx, { subject }, 1)
  const { name, domain } = JSON.parse(newest.document) as { name: string; domain: string }
  const published = await readNewest(tx)
  return {
    payee: {
      recipient_id: idOf('rcp', recipient_id),
      name: serving?.name ?? name,
      domain: serving?.domain ?? domain,
      serving: serving ? servingOnWire(serving) : null,
      history: history.map((row) => ({
        seq: row.seq,
        event: row.event,
        at: row.created_at.toISOString(),
        number: row.document === null ? null : (JSON.parse(row.document) as { number: number }).number,
        log_index: row.log_index === null ? null : Number(row.log_index),
        opening: openingOf(row),
      })),
      complete: history.every((row, at) => row.seq === history.length - at),
      checkpoint: published?.note ?? null,
    },
  }
}

interface Version {
  readonly recipient_id: Uuid
  readonly recipient_version_id: Uuid
  readonly name?: string | undefined
}

export const readPayeeRecord = async (tx: SystemTx, { recipient_id, recipient_version_id, name }: Version) => {
  const row = await selectRecord(tx, await subjectOf(recipient_id), recipient_version_id, name)
  if (!row) throw new Refusal(resourceNotFound)
  const log_index = row.log_index === null ? null : Number(row.log_index)
  const proof = log_index === null ? undefined : await proofOf(tx, log_index)
  return { entry: row.entry, opening: openingOf(row), evidence: row.evidence, log_index, proof: proof?.proof ?? null }
}
