/** A proven domain, and a payee that it vouches for (3, 4.1, 9.3). */
import { randomBytes } from 'node:crypto'
import { isDone, isRefused, type Json, needed, saidOf } from '../call.ts'
import type { Run } from '../place.ts'
import type { Operator } from './operator.ts'

export interface Payee {
  readonly recipient_id: string
  readonly recipient_version_id: string
  readonly facts: Readonly<Record<string, string>>
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** A Stellar address (SEP-23) of 32 random bytes: valid, and nobody's. */
export const newAddress = (): string => {
  const payload = [6 << 3, ...randomBytes(32)]
  let crc = 0
  for (const byte of payload) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
  }
  const bits = [...payload, crc & 0xff, crc >> 8].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five, 2)]).join('')
}

/** First a look that must fail, then one that succeeds. Gives the domain's id. */
export const proveDomain = async ({ place, book }: Run, { call }: Operator): Promise<string> => {
  const alone = await call('POST', '/v1/merchant-domains', { body: { domain: place.host } })
  book.judge('4.1 POST /v1/merchant-domains', 'the domain alone is enough', isDone(alone), saidOf(alone))
  const registered = await call('POST', '/v1/merchant-domains', { body: { domain: place.host, method: 'https' } })
  const { domain, challenge } = registered.json
  book.judge(
    '4.1 POST /v1/merchant-domains',
    'the exact domain is registered, and a challenge is given',
    domain?.domain === place.host && typeof challenge?.value === 'string',
    saidOf(registered),
  )
  needed(registered)
  const path = `/v1/merchant-domains/${domain.domain_id}`
  const merchant = async (): Promise<Json> => needed(await call('GET', '/v1/merchant-sessions/current')).merchant
  const record = async (): Promise<Json> => needed(await call('GET', path)).domain
  const [record_before, merchant_before] = [await record(), await merchant()]
  await place.publishChallenge('not the challenge')
  const failed = await call('POST', `${path}/verify`)
  book.judge(
    '4.1 POST /v1/merchant-domains/{id}/verify',
    'a wrong text proves nothing',
    isRefused(failed),
    saidOf(failed),
  )
  const [record_after, merchant_after] = [await record(), await merchant()]
  book.judge(
    '3 failed proof',
    'the domain record is the same after a failed proof',
    JSON.stringify(record_after) === JSON.stringify(record_before),
    [record_before, record_after],
  )
  book.judge(
    '3 failed proof',
    'the merchant is the same after a failed proof',
    JSON.stringify(merchant_after) === JSON.stringify(merchant_before),
    [merchant_before, merchant_after],
  )
  await place.publishChallenge(challenge.value)
  const proven = await call('POST', `${path}/verify`)
  book.judge(
    ['4.1 POST /v1/merchant-domains/{id}/verify', '1.2'],
    'the challenge proves the domain',
    isDone(proven) && proven.json.domain?.status === 'verified',
    saidOf(proven),
  )
  needed(proven)
  const status = (await merchant()).status
  book.judge('3 merchant active', 'the first proof activates the merchant', status === 'active', status)
  return domain.domain_id
}

interface Draft {
  readonly recipient: Json
  readonly recipient_version: Json
  readonly facts: Payee['facts']
}

export const draftPayee = async ({ book }: Run, { call }: Operator, name: string): Promise<Draft> => {
  const facts = { network: 'stellar_testnet', asset: 'XLM', address: newAddress() }
  const created = await call('POST', '/v1/recipients', { body: { name, ...facts } })
  const { recipient, recipient_version } = created.json
  book.judge(
    ['2.3 recipient input', '2.3 recipient', '4.1 POST /v1/recipients'],
    'created from name, network, asset and address',
    typeof recipient?.recipient_id === 'string' && typeof recipient_version?.recipient_version_id === 'string',
    saidOf(created),
  )
  needed(created)
  book.judge(
    ['2.3 recipient', '2.3 version'],
    'a payee has an integer version',
    Number.isInteger(recipient?.version),
    recipient,
  )
  const same = Object.entries(facts).every(([fact, value]) => recipient_version?.[fact] === value)
  book.judge('1.2 version', 'the version shows the facts it was given', same, recipient_version)
  book.judge(
    '3 payee',
    'a new version is not active',
    recipient_version?.status !== 'active',
    recipient_version?.status,
  )
  return { recipient, recipient_version, facts }
}

export const activatePayee = async (run: Run, { call }: Operator, domain_id: string, draft: Draft): Promise<Payee> => {
  const { place, book } = run
  const { recipient, recipient_version, facts } = draft
  const [{ recipient_id }, { recipient_version_id }] = [recipient, recipient_version]
  const verify = (version: number) =>
    call('POST', `/v1/recipients/${recipient_id}/verify`, {
      body: { recipient_version_id, type: 'domain_proof', source_id: domain_id, version },
    })
  const stale_verify = await verify(recipient.version + 7)
  book.judge('9.3', 'verifying with another version is refused', isRefused(stale_verify), saidOf(stale_verify))
  await place.listPayee(facts)
  const verified = await verify(recipient.version)
  const { evidence } = verified.json
  book.judge(
    ['2.3 verify', '2.3 verify input', '4.1 Recipient verify'],
    'evidence_id and evidence_digest come from a domain proof',
    typeof evidence?.evidence_id === 'string' && typeof evidence?.evidence_digest === 'string',
    saidOf(verified),
  )
  needed(verified)
  const { evidence_id, evidence_digest } = evidence
  const activate = (version: number) =>
    call('POST', `/v1/recipients/${recipient_id}/versions/${recipient_version_id}/activate`, {
      body: { evidence_id, evidence_digest, version },
    })
  const stale = await activate(recipient.version + 7)
  book.judge('9.3', 'activating with another version is refused', isRefused(stale), saidOf(stale))
  const active = await activate(recipient.version)
  book.judge('2.3 activate input', 'the version that create returned activates', isDone(active), saidOf(active))
  book.judge(
    ['4.1 Recipient version activate', '3 payee', '3 testnet', '1.8'],
    'a Stellar testnet version is active at once',
    active.json.recipient_version?.status === 'active',
    saidOf(active),
  )
  needed(active)
  return { recipient_id, recipient_version_id, facts }
}
