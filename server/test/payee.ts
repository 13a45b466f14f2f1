/** A merchant with a proven domain, and a payee that the domain vouches for; built by doing. */
import { randomBytes } from 'node:crypto'
import { StrKey } from '@stellar/stellar-sdk/base'
import { expect } from 'vitest'
import type { TestDatabase } from './database.ts'
import type { MerchantWeb } from './merchant-web.ts'
import type { Operator } from './operator.ts'
import { until } from './until.ts'
import type { World } from './world.ts'

export const newStellarAddress = (): string => StrKey.encodeEd25519PublicKey(randomBytes(32))

const CHALLENGE_FILE = '/.well-known/svc-challenge.txt'
export const LIST_FILE = '/.well-known/svc-recipients.json'

/** Proves a host by its HTTPS file; answers with the domain's id. */
export const proveHost = async (
  web: Pick<MerchantWeb, 'files'>,
  operator: Operator,
  domain = 'shop.test',
): Promise<string> => {
  const registered = await operator.call('POST', '/v1/merchant-domains', { body: { domain, method: 'https' } })
  expect(registered.status).toBe(201)
  const { domain_id } = registered.json.domain
  web.files.set(domain + CHALLENGE_FILE, registered.json.challenge.value)
  const verified = await operator.call('POST', `/v1/merchant-domains/${domain_id}/verify`)
  expect(verified.json).toMatchObject({ ok: true, domain: { status: 'verified' }, merchant_status: 'active' })
  return domain_id
}

export interface Payee {
  readonly domain_id: string
  readonly recipient_id: string
  readonly recipient_version_id: string
  readonly address: string
  readonly evidence: { evidence_id: string; evidence_digest: string }
  readonly version: number
}

let payees = 0
const list = (web: MerchantWeb, host: string, entry: object) => {
  const at = host + LIST_FILE
  const { recipients } = JSON.parse(web.files.get(at) ?? '{"recipients":[]}') as { recipients: object[] }
  web.files.set(at, JSON.stringify({ recipients: [...recipients, entry] }))
}

/** A verified version of a new recipient; `activate` goes one step further. */
export const verifiedPayee = async (
  web: MerchantWeb,
  operator: Operator,
  domain_id: string,
  host = 'shop.test',
  more: { network?: string; contract?: string; address?: string; asset?: string; issuer?: string; memo?: string } = {},
): Promise<Payee> => {
  const address = more.address ?? newStellarAddress()
  const facts = { network: 'stellar_testnet', asset: 'XLM', ...more, address }
  // Spelled, not numbered: a 1 and an l are alike.
  const name = `Till ${Array.from(String(payees++))
    .map((d) => 'abcdefghjk'[Number(d)])
    .join('')}`
  const created = await operator.call('POST', '/v1/recipients', { body: { name, ...facts } })
  expect(created.status).toBe(201)
  const { recipient_id } = created.json.recipient
  const { recipient_version_id } = created.json.recipient_version
  list(web, host, facts)
  const verified = await operator.call('POST', `/v1/recipients/${recipient_id}/verify`, {
    body: { recipient_version_id, type: 'domain_proof', source_id: domain_id, version: 1 },
  })
  expect(verified.json).toMatchObject({ ok: true, recipient: { version: 1 } })
  const { evidence_id, evidence_digest } = verified.json.evidence
  return {
    domain_id,
    recipient_id,
    recipient_version_id,
    address,
    evidence: { evidence_id, evidence_digest },
    version: 1,
  }
}

export const activate = (operator: Operator, { recipient_id, recipient_version_id, evidence, version }: Payee) => {
  const { evidence_id, evidence_digest } = evidence
  return operator.call('POST', `/v1/recipients/${recipient_id}/versions/${recipient_version_id}/activate`, {
    body: { evidence_id, evidence_digest, version },
  })
}

/** Another version of a payee that is there already, listed by the host and verified: at another address, if nothing else is given. */
export const nextVersion = async (
  web: MerchantWeb,
  operator: Operator,
  payee: Payee,
  { host = 'shop.test', domain_id = payee.domain_id, ...more }: NextVersion = {},
): Promise<Payee> => {
  const path = `/v1/recipients/${payee.recipient_id}`
  const { version } = (await operator.call('GET', path)).json.recipient
  const facts = { network: 'stellar_testnet', asset: 'XLM', address: newStellarAddress(), ...more }
  const added = await operator.call('POST', `${path}/versions`, { body: { ...facts, version } })
  expect(added.status).toBe(201)
  const { recipient_version_id } = added.json.recipient_version
  list(web, host, facts)
  const body = { recipient_version_id, type: 'domain_proof', source_id: domain_id, version: version + 1 }
  const { evidence, recipient } = (await operator.call('POST', `${path}/verify`, { body })).json
  const { evidence_id, evidence_digest } = evidence
  const found = { evidence_id, evidence_digest }
  return { ...payee, recipient_version_id, address: facts.address, evidence: found, version: recipient.version }
}

interface NextVersion {
  readonly host?: string
  readonly domain_id?: string
  readonly network?: string
  readonly asset?: string
  readonly address?: string
  readonly issuer?: string
  readonly contract?: string
  readonly memo?: string
}

/** A day passes for the versions that cool off: what only an administrator can do, with the triggers off. */
export const endCooling = async ({ admin }: TestDatabase): Promise<void> => {
  await admin.query(`begin; set local session_replication_role = replica;
    update recipient_versions set activates_at = now() where status = 'cooling';
    update pgboss.job set start_after = now() where name = 'cooled-recipient-version'; commit`)
}

/** The payee is paid elsewhere from now on, after the cooling-off time. */
export const moveAway = async (
  { database }: World,
  web: MerchantWeb,
  operator: Operator,
  payee: Payee,
  more: NextVersion = {},
): Promise<Payee> => {
  const next = await nextVersion(web, operator, payee, more)
  const cooling = (await activate(operator, next)).json.recipient_version
  expect(cooling.status).toBe('cooling')
  const read = async () => (await operator.call('GET', `/v1/recipients/${payee.recipient_id}`)).json.recipient
  await until(async () => {
    // Again, as long as the payee log does not show it yet.
    await endCooling(database)
    return (await read()).active_version_id === next.recipient_version_id
  })
  return { ...next, version: (await read()).version }
}
