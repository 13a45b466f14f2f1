/** Stopping a payee or a version: repeated after a lost answer, and done once. */
import type { AgentClient, MerchantClient } from '@pursestrings/sdk'
import { expect } from 'vitest'
import { newStellarAddress } from '../../../tests/acceptance/steps/merchant.ts'
import type { TestPlace } from './place.ts'

interface Stage {
  readonly place: TestPlace
  readonly merchant: MerchantClient
  readonly agent: AgentClient
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
    of: { recipient_id: string; recipient_version_id: string },
    input: { action: 'discard' | 'hold' } | { action: 'recall'; reason: 'mistake' },
  ) => {
    const { merchant, lost, auditedOf } = stageOf()
    const { recipient_id, recipient_version_id } = of
    const answer = await lost(`POST /v1/recipients/${recipient_id}/versions/${recipient_version_id}/stop`, () =>
      merchant.recipients.stopVersion(recipient_id, recipient_version_id, input),
    )
    expect(answer).toMatchObject({ recipient_version: { status: 'retired' } })
    const ends = (await auditedOf(recipient_version_id)).filter((what) => what === 'recipient_version.retired')
    expect(ends).toHaveLength(1)
  }
  return {
    'recipients.stop_version': async () => {
      const draft = await newVersion(stageOf(), 'stellar_testnet', 'draft')
      await stopped(draft, { action: 'discard' })
      await stopped(await newVersion(stageOf(), 'stellar_public', 'activated'), { action: 'hold' })
      const active = await newVersion(stageOf(), 'stellar_testnet', 'activated')
      await stopped(active, { action: 'recall', reason: 'mistake' })
    },
    'payees.resolve': async () => {
      const { place, agent, lost, auditedOf } = stageOf()
      const facts = { network: 'stellar_testnet', asset: 'XLM', address: newStellarAddress() } as const
      await place.listPayee(facts)
      const found = await lost('POST /v1/payees/resolve', () => agent.payees.resolve({ domain: place.host, ...facts }))
      if (typeof found === 'string') throw new Error(found)
      expect(found).toMatchObject({ standing: 'listed', evidence: { type: 'domain_listing', domain: place.host } })
      expect(await auditedOf(found.recipient_id)).toEqual(['recipient.created'])
    },
    'recipients.update': async () => {
      const { recipient_id } = await newVersion(stageOf(), 'stellar_testnet', 'draft')
      const { merchant, lost, auditedOf } = stageOf()
      const { version } = (await merchant.recipients.read(recipient_id)).recipient
      const changed = (input: Parameters<typeof merchant.recipients.update>[1]) =>
        lost(`PATCH /v1/recipients/${recipient_id}`, () => merchant.recipients.update(recipient_id, input))
      expect(await changed({ name: 'Harbour kiosk', version })).toMatchObject({ recipient: { name: 'Harbour kiosk' } })
      expect(await changed({ status: 'retired' })).toMatchObject({ recipient: { retired_at: expect.any(String) } })
      expect(await auditedOf(recipient_id)).toEqual(['recipient.retired', 'recipient.renamed', 'recipient.created'])
    },
  }
}
