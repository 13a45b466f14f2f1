/** A call that is declared `natural` is repeated when its answer is lost, and what it asks for is done once. */
import { operations } from '@pursestrings/contract/operations'
import {
  ApiError,
  type AutomationPolicy,
  createProjectClient,
  generateKeyPair,
  type ProjectClient,
} from '@pursestrings/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInAsMerchant } from '../../../tests/acceptance/steps/merchant.ts'
import { getReady, type Ready, SCOPES } from '../../../tests/acceptance/steps/ready.ts'
import { registerWallet } from '../../../tests/acceptance/steps/wallet.ts'
import { naturalBindings } from './natural-bindings.ts'
import { naturalKeys } from './natural-keys.ts'
import { naturalPayees } from './natural-payees.ts'
import { EXAMPLE_PUSH_KEYS, naturalPush } from './natural-push.ts'
import { startPlace, type TestPlace } from './place.ts'
import { type Proxy, startProxy } from './proxy.ts'

const DAY_MS = 86_400_000
const HASH = 'b'.repeat(64)
const future = () => new Date(Date.now() + DAY_MS).toISOString()

let place: TestPlace
let proxy: Proxy
let ready: Ready
let project: ProjectClient
let project_id: string
let connection_id: string
/** Answers to these are lost, each once. */
const losing = new Set<string>()

beforeAll(async () => {
  const PUSH_KEYS = EXAMPLE_PUSH_KEYS
  place = await startPlace({ NETWORKS_ENABLED: 'stellar_testnet,stellar_public,base_sepolia', PUSH_KEYS })
  proxy = await startProxy(place.base_url, ({ method, path }) => (losing.delete(`${method} ${path}`) ? 'lose' : 'pass'))
  const scopes = [...SCOPES, 'payees.resolve'] as const
  ready = await getReady({ ...place, base_url: proxy.base_url }, { scopes })
  connection_id = ready.connection_id
  project_id = (await ready.merchant.projects.create({ name: 'Assistant' })).project.project_id
  const { secret } = await ready.merchant.apiKeys.create(project_id, { name: 'Server' })
  project = createProjectClient({ base_url: proxy.base_url, api_key: secret })
})
afterAll(async () => {
  await proxy[Symbol.asyncDispose]()
  await place.stop()
})

/** Makes the call; its first answer is lost. Gives the answer to the second, or the code that it was refused with. */
const lost = async <T>(route: string, call: () => PromiseLike<T>): Promise<T | string> => {
  const [method = '', path = ''] = route.split(' ')
  const before = proxy.count(method, path)
  losing.add(route)
  const answer = await Promise.resolve(call()).catch((failure: unknown) => {
    if (failure instanceof ApiError) return failure.code
    throw failure
  })
  expect([losing.has(route), proxy.count(method, path) - before]).toEqual([false, 2])
  return answer
}

const auditedOf = async (id: string): Promise<string[]> =>
  (await ready.merchant.auditEvents.list().toArray()).filter(({ target }) => target === id).map(({ action }) => action)

const newPayment = async () => {
  const { recipient_id, recipient_version_id } = ready.payee
  const intent = { connection_id, recipient_id, recipient_version_id, amount: '2.5' }
  return (await project.agentPayments.create({ initiator: 'human', ...intent })).id
}
const historyOf = async (id: string) =>
  (await project.agentPayments.read(id)).history?.map(({ status, late }) => [status, late])

const newPolicy = () =>
  project.automationPolicies.create({
    connection_id,
    name: 'Weekly groceries',
    network: 'stellar_testnet',
    asset: 'XLM',
    single_tx_limit: '5',
    cumulative_limit: '6',
    validity_window: { from: new Date().toISOString(), to: future() },
    allowlist: [ready.payee.recipient_id],
  })
const consent = async ({ id, policy_digest }: AutomationPolicy) => {
  await ready.wallet.automationPolicies.optIn(id, { policy_digest: policy_digest ?? '' })
  return id
}
const changesOf = async (id: string) =>
  (await project.automationPolicies.read(id)).history?.map(({ change }) => change).toReversed()

const newInvitation = async () => {
  const { key } = (await ready.wallet.connectKeys.issue()).connect_key
  const { connect_invitation, claim_token } = await ready.agent.connectInvitations.claim({
    connect_key: key,
    scopes: SCOPES,
  })
  return { id: connect_invitation.connect_invitation_id, claim_token }
}
const newConnection = async () => {
  const { id, claim_token } = await newInvitation()
  await ready.wallet.connectInvitations.approve(id, { scopes: SCOPES })
  return (await ready.agent.connectInvitations.exchange(id, { claim_token })).connection.connection_id
}

const NATURAL: Readonly<Record<string, () => Promise<void>>> = {
  'agent_credentials.revoke': async () => {
    const { merchant } = ready
    const [agent] = await merchant.agents.list().toArray()
    const agent_id = agent?.agent_id ?? ''
    const { public_key } = await generateKeyPair()
    const input = { kid: 'second', alg: 'Ed25519', public_key, expires_at: future() } as const
    const { credential_id } = (await merchant.agentCredentials.register(agent_id, input)).credential
    const answer = await lost(`DELETE /v1/agents/${agent_id}/credentials/${credential_id}`, () =>
      merchant.agentCredentials.revoke(agent_id, credential_id),
    )
    expect(answer).toMatchObject({ credential: { status: 'revoked' } })
    expect((await auditedOf(credential_id)).filter((action) => action.endsWith('revoked')).length).toBe(1)
  },
  'agent_payments.report_status': async () => {
    const id = await newPayment()
    const claim = await lost(`POST /v1/agent-payments/${id}/status`, () => ready.wallet.claimAgentPayment(id))
    expect(claim).toMatchObject({ agent_payment: { status: 'approved' }, repeated: true })
    const paid = await lost(`POST /v1/agent-payments/${id}/status`, () =>
      ready.wallet.agentPayments.reportStatus(id, { status: 'submitted', transaction_hash: HASH }),
    )
    expect(paid).toMatchObject({ status: 'submitted', late: false, repeated: true })
    expect(await historyOf(id)).toEqual([
      ['intent_created', false],
      ['approved', false],
      ['submitted', false],
    ])
  },
  'agent_payments.send_to_payer': async () => {
    const { recipient_id, recipient_version_id } = ready.payee
    const intent = { connection_id, recipient_id, recipient_version_id, amount: '2.5' }
    await expect(project.agentPayments.create({ initiator: 'agent', ...intent })).rejects.toThrow(
      'without asking the user',
    )
    const [attempt] = (await project.agentPayments.list({ status: 'refused' }).page()).refused_attempts
    const attempt_id = attempt?.id ?? ''
    const route = `POST /v1/agent-payments/refused/${attempt_id}/send-to-payer`
    const answer = await lost(route, () => ready.merchant.agentPayments.sendToPayer(attempt_id))
    const { agent_payment_id } = await ready.merchant.agentPayments.readRefused(attempt_id)
    expect(answer).toMatchObject({ id: agent_payment_id, initiator: 'human', status: 'intent_created' })
    expect((await historyOf(agent_payment_id ?? ''))?.length).toBe(1)
  },
  'agent_payments.cancel': async () => {
    const id = await newPayment()
    const answer = await lost(`POST /v1/agent-payments/${id}/cancel`, () => project.agentPayments.cancel(id))
    expect(answer).toMatchObject({ status: 'canceled' })
    expect((await historyOf(id))?.length).toBe(2)
  },
  'automation_policies.opt_in': async () => {
    const policy = await newPolicy()
    await lost(`POST /v1/automation-policies/${policy.id}/opt-in`, () => consent(policy))
    expect(await changesOf(policy.id)).toEqual(['created', 'consented'])
  },
  'automation_policies.drop_proposal': async () => {
    const id = await consent(await newPolicy())
    const { version } = await project.automationPolicies.update(id, { version: 1, single_tx_limit: '6' })
    const drop = () => ready.wallet.automationPolicies.dropProposal(id, { version })
    expect(await lost(`POST /v1/automation-policies/${id}/drop-proposal`, drop)).toMatchObject({ proposed: null })
    expect(await changesOf(id)).toEqual(['created', 'consented', 'proposed', 'declined'])
  },
  'automation_policies.set_status': async () => {
    const id = await consent(await newPolicy())
    const path = `POST /v1/automation-policies/${id}/status`
    const set = (status: 'active' | 'paused') =>
      lost(path, () => ready.wallet.automationPolicies.setStatus(id, { status }))
    expect(await set('paused')).toMatchObject({ status: 'paused' })
    expect(await set('active')).toMatchObject({ status: 'active' })
    expect(await changesOf(id)).toEqual(['created', 'consented', 'paused', 'resumed'])
  },
  'automation_policies.withdraw': async () => {
    const { id } = await newPolicy()
    const withdraw = () => project.automationPolicies.withdraw(id)
    expect(await lost(`DELETE /v1/automation-policies/${id}`, withdraw)).toMatchObject({ status: 'withdrawn' })
    expect(await changesOf(id)).toEqual(['created', 'withdrawn'])
  },
  'connect_invitations.approve': async () => {
    const { id } = await newInvitation()
    const approve = () => ready.wallet.connectInvitations.approve(id, { scopes: SCOPES })
    const answer = await lost(`POST /v1/connect-invitations/${id}/approve`, approve)
    expect(answer).toMatchObject({ connect_invitation: { status: 'approved', granted_scopes: SCOPES } })
  },
  'connect_invitations.reject': async () => {
    const { id } = await newInvitation()
    const reject = () => ready.wallet.connectInvitations.reject(id)
    const answer = await lost(`POST /v1/connect-invitations/${id}/reject`, reject)
    expect(answer).toMatchObject({ connect_invitation: { status: 'rejected' } })
  },
  'connections.stop_all': async () => {
    const wallet = await registerWallet({ ...place, base_url: proxy.base_url })
    const mine = await getReady({ ...place, base_url: proxy.base_url }, { wallet }, ready)
    const stopped = await lost('POST /v1/wallet/stop', () => wallet.connections.stopAll())
    const { stopped_at } = await wallet.devices.readCurrent()
    expect([stopped, stopped_at]).toEqual([{ stopped_at }, expect.any(String)])
    const { connection } = await wallet.connections.read(mine.connection_id)
    expect(connection).toMatchObject({ status: 'paused', paused_by: 'stop' })
  },
  'connections.update': async () => {
    const id = await newConnection()
    const pause = () => ready.wallet.connections.update(id, { status: 'paused' })
    const answer = await lost(`PATCH /v1/connections/${id}`, pause)
    expect(answer).toMatchObject({ connection: { status: 'paused', paused_by: 'wallet' } })
  },
  'connections.revoke': async () => {
    const id = await newConnection()
    const answer = await lost(`DELETE /v1/connections/${id}`, () => ready.wallet.connections.revoke(id))
    expect(answer).toMatchObject({ connection: { status: 'revoked' } })
    const other = await newConnection()
    await lost(`DELETE /v1/connections/${other}`, () => ready.merchant.connections.revoke(other))
    expect(await auditedOf(other)).toEqual(['connection.revoked'])
    const own = await getReady({ ...place, base_url: proxy.base_url }, { wallet: ready.wallet }, ready)
    const ended = await lost('DELETE /v1/connections/current', () => own.agent.connections.revoke('current'))
    expect(ended).toBe('connection_revoked')
  },
  'devices.rotate_token': async () => {
    const wallet = await registerWallet({ ...place, base_url: proxy.base_url })
    const id = wallet.device_id ?? ''
    const answer = await lost(`POST /v1/app-devices/${id}/rotate-token`, () => wallet.devices.rotateToken(id))
    wallet.useDevice({ device_id: id, token: (answer as { token: string }).token })
    expect((await wallet.devices.readCurrent()).device.device_id).toBe(id)
  },
  'connections.rotate_token': async () => {
    const id = await newConnection()
    const answer = await lost(`POST /v1/connections/${id}/rotate-token`, () => ready.agent.connections.rotateToken(id))
    expect(answer).toMatchObject({ connection: { connection_id: id } })
  },
  'payment_requests.cancel': async () => {
    const { request_id } = (await ready.ask('order-canceled')).payment_request
    const cancel = () => ready.agent.paymentRequests.cancel(request_id)
    const answer = await lost(`POST /v1/payment-requests/${request_id}/cancel`, cancel)
    expect(answer).toMatchObject({ payment_request: { status: 'failed', reason: 'canceled_by_agent' } })
  },
  'merchant_domains.verify': async () => {
    const [domain] = await ready.merchant.merchantDomains.list().toArray()
    const id = domain?.domain_id ?? ''
    const answer = await lost(`POST /v1/merchant-domains/${id}/verify`, () => ready.merchant.merchantDomains.verify(id))
    expect(answer).toMatchObject({ domain: { status: 'verified' }, merchant_status: 'active' })
    expect((await auditedOf(id)).filter((action) => action === 'merchant_domain.verified').length).toBe(1)
  },
  'members.update': async () => {
    const [owner] = await ready.merchant.members.list().toArray()
    const id = owner?.member_id ?? ''
    const answer = await lost(`PATCH /v1/members/${id}`, () => ready.merchant.members.update(id, { role: 'owner' }))
    expect(answer).toMatchObject({ member: { role: 'owner' } })
  },
  'member_invitations.withdraw': async () => {
    const invited = { email: 'nobody@merchant.example', role: 'viewer' } as const
    const { member_invitation } = await ready.merchant.memberInvitations.create(invited)
    const id = member_invitation.member_invitation_id
    const withdraw = () => ready.merchant.memberInvitations.withdraw(id)
    const answer = await lost(`DELETE /v1/member-invitations/${id}`, withdraw)
    expect(answer).toMatchObject({ member_invitation: { status: 'withdrawn' } })
    expect((await auditedOf(id)).filter((action) => action === 'member_invitation.withdrawn').length).toBe(1)
  },
  'merchant_sessions.close': async () => {
    const merchant = await signInAsMerchant({ ...place, base_url: proxy.base_url })
    const { session } = await merchant.merchantSessions.readCurrent()
    const other = `ses_${'0'.repeat(26)}`
    expect(await lost(`DELETE /v1/merchant-sessions/${other}`, () => merchant.merchantSessions.close(other))).toBe(
      'resource_not_found',
    )
    expect(session.current).toBe(true)
    const close = () => merchant.merchantSessions.close('current')
    expect(await lost('DELETE /v1/merchant-sessions/current', close)).toBe('credential_invalid')
  },
  'pairing.reject': async () => {
    const { pairing_session, code } = await ready.agent.pairing.start({ scopes: SCOPES })
    const id = pairing_session.pairing_session_id
    const reject = () => ready.wallet.pairing.reject(id, { code })
    const answer = await lost(`POST /v1/pairing/sessions/${id}/reject`, reject)
    expect(answer).toMatchObject({ pairing_session: { status: 'rejected' } })
  },
  'payment_requests.report_status': async () => {
    const since = await ready.agent.events.latest()
    const { request_id } = (await ready.ask('order-reported')).payment_request
    for (const report of [
      { status: 'signed' },
      { status: 'broadcasted', transaction_hash: HASH },
      { status: 'confirmed', transaction_hash: HASH },
    ] as const) {
      const answer = await lost(`POST /v1/payment-requests/${request_id}/status`, () =>
        ready.wallet.paymentRequests.reportStatus(request_id, report),
      )
      expect(answer).toMatchObject({ payment_request: report, late: false })
    }
    const { events } = await ready.agent.events.list({ since })
    const own = events.filter((event) => event.request_id === request_id)
    expect(own.map(({ status }) => status)).toEqual(['pending', 'signed', 'broadcasted', 'confirmed'])
  },
  'projects.update': async () => {
    const answer = await lost(`PATCH /v1/projects/${project_id}`, () =>
      ready.merchant.projects.update(project_id, { name: 'Shop assistant' }),
    )
    expect(answer).toMatchObject({ project: { name: 'Shop assistant' } })
    expect((await auditedOf(project_id)).filter((action) => action.endsWith('renamed')).length).toBe(1)
  },
  'api_keys.revoke': async () => {
    const { api_key_id } = (await ready.merchant.apiKeys.create(project_id, { name: 'Old' })).api_key
    const answer = await lost(`DELETE /v1/projects/${project_id}/api-keys/${api_key_id}`, () =>
      ready.merchant.apiKeys.revoke(project_id, api_key_id),
    )
    expect(answer).toMatchObject({ api_key: { revoked_at: expect.any(String) } })
    expect((await auditedOf(api_key_id)).filter((action) => action.endsWith('revoked')).length).toBe(1)
  },
  'merchant_keys.revoke': async () => {
    const { merchant_key } = await ready.merchant.merchantKeys.create({ name: 'Old', scopes: ['audit:read'] })
    const { merchant_key_id } = merchant_key
    const answer = await lost(`DELETE /v1/merchant-keys/${merchant_key_id}`, () =>
      ready.merchant.merchantKeys.revoke(merchant_key_id),
    )
    expect(answer).toMatchObject({ merchant_key: { revoked_at: expect.any(String) } })
    expect((await auditedOf(merchant_key_id)).filter((action) => action.endsWith('revoked')).length).toBe(1)
  },
  ...naturalBindings(() => ({ place, ready, newPayment, auditedOf, lost })),
  'payment_authorizations.put': async () => {
    const facts = {
      network: 'base_sepolia',
      asset: 'USDC',
      contract: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
      address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    } as const
    await place.listPayee(facts)
    const { recipient_id, recipient_version_id } = await ready.agent.payees.resolve({ domain: place.host, ...facts })
    const wanted = { task_ref: 'call-1', recipient_id, recipient_version_id, amount: '0.01' }
    const { request_id } = (await ready.agent.requestPayment(wanted)).payment_request
    await ready.wallet.paymentRequests.reportStatus(request_id, { status: 'signed' })
    const answer = await lost(`PUT /v1/payment-requests/${request_id}/authorization`, () =>
      ready.wallet.paymentAuthorizations.put(request_id, { sealed: 'AQID' }),
    )
    expect(answer).toEqual(await ready.agent.paymentAuthorizations.read(request_id))
  },
  ...naturalKeys(() => ({ place: { ...place, base_url: proxy.base_url }, lost })),
  ...naturalPush(() => ({ place: { ...place, base_url: proxy.base_url }, lost })),
  ...naturalPayees(() => ({ place, merchant: ready.merchant, agent: ready.agent, lost, auditedOf })),
  'webhook_endpoints.delete': async () => {
    const { webhook_endpoint } = await ready.merchant.webhookEndpoints.create({ url: 'https://shop.test/webhooks' })
    const id = webhook_endpoint.webhook_endpoint_id
    const remove = () => ready.merchant.webhookEndpoints.delete(id)
    expect(await lost(`DELETE /v1/webhook-endpoints/${id}`, remove)).toBe('resource_not_found')
    expect(await auditedOf(id)).toEqual(['webhook_endpoint.deleted', 'webhook_endpoint.created'])
  },
}

test('every operation that is declared natural is tried here', () => {
  const declared = operations.filter(({ idempotency }) => idempotency === 'natural').map(({ id }) => id)
  expect(Object.keys(NATURAL).toSorted()).toEqual(declared.toSorted())
})

test.each(Object.keys(NATURAL))('%s is repeated after a lost answer, and done once', async (id) => {
  const ended = await NATURAL[id]?.().catch((error: unknown) => {
    // What the test itself expected stays as it is; a call that gave up is a failure of the guarantee.
    if (error instanceof Error && error.name === 'AssertionError') throw error
    return error
  })
  expect(ended).not.toBeInstanceOf(Error)
})
