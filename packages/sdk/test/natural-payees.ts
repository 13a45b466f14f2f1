/** Stopping a payee or a version: repeated after a lost answer, and done once. */
import type { MerchantClient } from '@pursestrings/sdk'
import { expect } from 'vitest'
import { newStellarAddress } from '../../../tests/acceptance/steps/stellar-address.ts'
import type { TestPlace } from './place.ts'

interface Stage {
  readonly place: TestPlace
  readonly merchant: MerchantClient
  lost<T>(route: string, call: () => PromiseLike<T>): Promise<T | string>
  auditedOf(id: string): Promise<string[]>
}

let made = 0
const NAMES = ['Pier', 'Quay', 'Lock', 'Mole']

/** A version of a new payee that has come as far as `until`. */
const newVersion = async (
  { place, merchant }: Stage,
  network: 'stellar_testnet' | 'stellar_public',
  until: 'draft' | 'activated',
) => {
  const facts = { network, asset: 'XLM', address: newStellarAddress() } as const
  const created = await merchant.recipients.create({ name: `${NAMES[made++]} office`, ...facts })
  const { recipient_id, version } = created.recipient
  const { recipient_version_id } = created.recipient_version
  if (until === 'draft') return { recipient_id, recipient_version_id }
  await place.listPayee(facts)
  const [domain] = await merchant.merchantDomains.list().toArray()
  const proof = { recipient_version_id, type: 'domain_proof', source_id: domain?.domain_id ?? '', version } as const
  const { evidence, recipient } = await merchant.recipients.verify(recipient_id, proof)
  const { evidence_id, evidence_digest } = evidence
  const seen = { evidence_id, evidence_digest, version: recipient.version }
  await merchant.recipients.activateVersion(recipient_id, recipient_version_id, seen)
  return { recipient_id, recipient_version_id }
}

export const naturalPayees = (stageOf: () => Stage): Record<string, () => Promise<unknown>> => {
  const stopped = async (
    action: 'retire' | 'hold' | 'recall',
    of: { recipient_id: string; recipient_version_id: string },
    call: () => PromiseLike<unknown>,
  ) => {
    const { lost, auditedOf } = stageOf()
    const { recipient_id, recipient_version_id } = of
    const answer = await lost(`POST /v1/recipients/${recipient_id}/versions/${recipient_version_id}/${action}`, call)
    expect(answer).toMatchObject({ recipient_version: { status: 'retired' } })
    const ends = (await auditedOf(recipient_version_id)).filter((what) => what === 'recipient_version.retired')
    expect(ends).toHaveLength(1)
  }
  return {
    'recipients.retire_version': async () => {
      const of = await newVersion(stageOf(), 'stellar_testnet', 'draft')
      const { recipients } = stageOf().merchant
      await stopped('retire', of, () => recipients.retireVersion(of.recipient_id, of.recipient_version_id))
    },
    'recipients.hold_version': async () => {
      const of = await newVersion(stageOf(), 'stellar_public', 'activated')
      const { recipients } = stageOf().merchant
      await stopped('hold', of, () => recipients.holdVersion(of.recipient_id, of.recipient_version_id))
    },
    'recipients.recall_version': async () => {
      const of = await newVersion(stageOf(), 'stellar_testnet', 'activated')
      const { recipients } = stageOf().merchant
      await stopped('recall', of, () =>
        recipients.recallVersion(of.recipient_id, of.recipient_version_id, { reason: 'mistake' }),
      )
    },
    'recipients.retire': async () => {
      const { recipient_id } = await newVersion(stageOf(), 'stellar_testnet', 'draft')
      const { merchant, lost, auditedOf } = stageOf()
      const answer = await lost(`POST /v1/recipients/${recipient_id}/retire`, () =>
        merchant.recipients.retire(recipient_id),
      )
      expect(answer).toMatchObject({ recipient: { retired_at: expect.any(String) } })
      expect(await auditedOf(recipient_id)).toEqual(['recipient.retired', 'recipient.created'])
    },
  }
}
