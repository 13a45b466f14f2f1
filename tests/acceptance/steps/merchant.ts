/** An organization: its session, its proven domain and its payee. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { createMerchantClient, type MerchantClient, type RecipientsCreateInput } from '@pursestrings/sdk'
import { type Place, patientFetch } from '../place.ts'

let sessions = 0

/** The next session that the place has, or a new organization from an e-mail address. */
export const signInAsMerchant = async (place: Place): Promise<MerchantClient> => {
  const { base_url, session_tokens, linkFor } = place
  if (session_tokens !== undefined) {
    const session_token = session_tokens[sessions++ % session_tokens.length]
    return createMerchantClient({ base_url, session_token })
  }
  assert.ok(linkFor, 'there is neither a session nor mail here')
  const merchant = createMerchantClient({ base_url, fetch: patientFetch })
  const email = `acceptance-${Date.now()}-${sessions++}@merchant.example`
  const link = await linkFor(email, () => merchant.merchantAccounts.register({ email }))
  const signed = await merchant.signIn({ link, organization: () => ({ name: 'Harbour Books' }) })
  assert.equal(signed.account.email, email)
  assert.equal((await merchant.merchantSessions.readCurrent()).merchant.name, 'Harbour Books')
  return merchant
}

export interface Payee {
  readonly recipient_id: string
  readonly recipient_version_id: string
  readonly address: string
}

/** What is listed and paid to: test XLM, unless a test says otherwise. */
export type PayeeFacts = Pick<RecipientsCreateInput, 'network' | 'asset' | 'address' | 'contract'>

/** A proven domain, and a payee that it vouches for, active. */
export const preparePayee = async (place: Place, merchant: MerchantClient, given?: PayeeFacts): Promise<Payee> => {
  const { domain, challenge } = await merchant.merchantDomains.register({ domain: place.host, method: 'https' })
  await place.publishChallenge(challenge.value)
  const proven = await merchant.merchantDomains.verify(domain.domain_id)
  assert.deepEqual([proven.domain.status, proven.merchant_status], ['verified', 'active'])
  const facts = given ?? ({ network: 'stellar_testnet', asset: 'XLM', address: newStellarAddress() } as const)
  const { recipient, recipient_version } = await merchant.recipients.create({ name: 'Harbour Books till', ...facts })
  await place.listPayee(facts)
  const [{ recipient_id }, { recipient_version_id }] = [recipient, recipient_version]
  const { evidence, recipient: vouched } = await merchant.recipients.verify(recipient_id, {
    recipient_version_id,
    type: 'domain_proof',
    source_id: domain.domain_id,
    version: recipient.version,
  })
  const { evidence_id, evidence_digest } = evidence
  const active = await merchant.recipients.activateVersion(recipient_id, recipient_version_id, {
    evidence_id,
    evidence_digest,
    version: vouched.version,
  })
  assert.equal(active.recipient_version.status, 'active')
  const read = await merchant.recipients.read(recipient_id)
  assert.equal(read.active_version?.recipient_version_id, recipient_version_id)
  return { recipient_id, recipient_version_id, address: facts.address }
}

// A Stellar address (StrKey, SEP-23) of 32 random bytes: valid, and nobody's.

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const ACCOUNT = 6 << 3

/** CRC-16/XMODEM. */
const checksum = (bytes: Uint8Array): number => {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
  }
  return crc
}

export const newStellarAddress = (): string => {
  const payload = [ACCOUNT, ...randomBytes(32)]
  const crc = checksum(Uint8Array.from(payload))
  const bits = [...payload, crc & 0xff, crc >> 8].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five, 2)]).join('')
}
