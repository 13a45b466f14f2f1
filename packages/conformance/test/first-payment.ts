/** The straight way of a first day: from the mail link to a confirmed payment, with the kit's own calls and nothing tried in vain. */
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { type Answer, bearing, type Call, callerOf, isDone, type Json, saidOf, withHeaders } from '../src/call.ts'
import type { Place } from '../src/place.ts'
import { SCOPES } from '../src/play/agent.ts'
import { newAddress } from '../src/play/payee.ts'

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')
const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString()

/** What each call was answered, and the request as its agent reads it at the end. */
export const firstPayment = async (place: Place): Promise<{ calls: Answer[]; request: Json }> => {
  const calls: Answer[] = []
  const plain = callerOf(place.base_url, [])
  const call: Call = async (...sent) => {
    const answer = await plain(...sent)
    calls.push(answer)
    if (!isDone(answer)) throw new Error(saidOf(answer))
    return answer
  }
  const post = async (by: Call, path: string, body?: object): Promise<Json> => (await by('POST', path, { body })).json

  const email = place.emailFor(`first-payment-${Date.now()}`)
  const link = await place.linkFor(email, async () => {
    await post(call, '/v1/merchant-accounts/registrations', { email })
  })
  const verified = await post(call, '/v1/merchant-accounts/email-verifications', { token: link.split('#token=')[1] })
  const created = await post(call, '/v1/merchants', { grant: verified.grant, name: 'Harbour Books' })
  const opened = await call('POST', '/v1/merchant-sessions', { body: { grant: created.grant } })
  const cookie = (opened.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const operator = withHeaders(call, { cookie, 'x-csrf-token': opened.json.csrf_token })

  const { domain, challenge } = await post(operator, '/v1/merchant-domains', { domain: place.host, method: 'https' })
  await place.publishChallenge(challenge.value)
  await post(operator, `/v1/merchant-domains/${domain.domain_id}/verify`)
  const facts = { network: 'stellar_testnet', asset: 'XLM', address: newAddress() }
  const { recipient, recipient_version } = await post(operator, '/v1/recipients', { name: 'Till', ...facts })
  await place.listPayee(facts)
  const [{ recipient_id, version }, { recipient_version_id }] = [recipient, recipient_version]
  const { evidence } = await post(operator, `/v1/recipients/${recipient_id}/verify`, {
    recipient_version_id,
    type: 'domain_proof',
    source_id: domain.domain_id,
    version,
  })
  const { evidence_id, evidence_digest } = evidence
  const activation = { evidence_id, evidence_digest, version }
  await post(operator, `/v1/recipients/${recipient_id}/versions/${recipient_version_id}/activate`, activation)

  const about = { name: 'Agent', runtime: 'kit', environment: 'testnet', allowed_scopes: SCOPES }
  const { agent } = await post(operator, '/v1/agents', about)
  const { agent_id } = agent
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const signed = (text: string) => sign(null, Buffer.from(text), privateKey).toString('base64url')
  const key = { kid: 'kit', alg: 'Ed25519', public_key: publicKey.export({ format: 'jwk' }).x }
  const path = `/v1/agents/${agent_id}/credentials`
  const registered = await post(operator, path, { ...key, not_before: inMinutes(-1), expires_at: inMinutes(60) })
  const { challenge: text } = registered.proof_challenge
  const proof = { challenge: text, signature: signed(text) }
  await post(operator, `${path}/${registered.credential.credential_id}/activate`, proof)
  await operator('PATCH', `/v1/agents/${agent_id}`, { body: { status: 'active', version: agent.version } })
  const now_s = Math.floor(Date.now() / 1000)
  const claims = { iss: agent_id, sub: agent_id, aud: place.audience ?? place.base_url, iat: now_s, exp: now_s + 60 }
  const head = encoded({ alg: 'EdDSA', typ: 'svc-agent-assertion+jwt', kid: 'kit' })
  const unsigned = `${head}.${encoded({ ...claims, jti: randomUUID() })}`
  const { agent_token } = await post(call, '/v1/agent-auth/token', { assertion: `${unsigned}.${signed(unsigned)}` })

  const { device, token } = await post(call, '/v1/app-devices', { name: 'Phone', platform: 'ios' })
  const wallet = (at: string, body: object = {}) => post(call, at, { device_id: device.device_id, token, ...body })
  const { connect_key } = await wallet('/v1/connect-keys')
  const claim = { connect_key: connect_key.key, scopes: SCOPES }
  const claimed = await post(bearing(call, agent_token), '/v1/connect-invitations/claim', claim)
  const invitation = `/v1/connect-invitations/${claimed.connect_invitation.connect_invitation_id}`
  await wallet(`${invitation}/approve`, { scopes: SCOPES })
  const { connection_token } = await post(bearing(call, claimed.claim_token), `${invitation}/exchange`)

  const connection = bearing(call, connection_token)
  const intent = {
    recipient_id,
    recipient_version_id,
    payment: { amount: '12.5' },
    policy: { requires_user_approval: true },
  }
  const { payment_request } = await post(
    withHeaders(connection, { 'x-idempotency-key': randomUUID() }),
    '/v1/payment-requests',
    intent,
  )
  const request = `/v1/payment-requests/${payment_request.request_id}`
  const transaction_hash = 'c'.repeat(64)
  await wallet(`${request}/status`, { status: 'signed' })
  for (const status of ['broadcasted', 'confirmed']) await wallet(`${request}/status`, { status, transaction_hash })
  return { calls, request: (await connection('GET', request)).json.payment_request }
}
