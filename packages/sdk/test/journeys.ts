/**
 * The ways through the service that matter, walked with the SDK alone, at any address. What cannot be done by HTTP (reading
 * mail, publishing on a domain, letting time pass) is the caller's to do.
 */
import assert from 'node:assert/strict'
import {
  type AgentClient,
  createAgentClient,
  createMerchantClient,
  createWalletClient,
  generateKeyPair,
  type MerchantClient,
  type PaymentEvent,
  type PaymentInput,
  type PaymentStatus,
  type PaymentWanted,
  type Scope,
  servedKeys,
  signCredentialProof,
  type WalletClient,
} from '@countersign/sdk'

export interface Place {
  readonly base_url: string
  /** What the service calls itself, where that is another address. */
  readonly audience?: string
  /** A host that `publish` writes to. */
  readonly host: string
  /** Runs `ask`, and gives the link from the mail that came of it. */
  linkFor(email: string, ask: () => Promise<unknown>): Promise<string>
  /** Puts a text at a path of the host. */
  publish(path: string, text: string): Promise<void> | void
  /** An address on the test network that nobody else has. */
  newAddress(): string
  /** Answers what is posted to a new address on the host; gives the address. */
  receive?(answer: (rawBody: string, headers: Readonly<Record<string, string>>) => Promise<object>): string
  /** Lets the time of a pending request run out. */
  expire?(request_id: string): Promise<void>
}

export const SCOPES: readonly Scope[] = [
  'payment.requests.create',
  'payment.requests.read',
  'transaction_contexts.create',
  'transaction_contexts.read',
]

let accounts = 0

/** From an e-mail address to an organization and a signed-in client. */
export const signInAsMerchant = async (place: Place): Promise<MerchantClient> => {
  const merchant = createMerchantClient(place)
  const email = `sdk-${Date.now()}-${accounts++}@merchant.example`
  const link = await place.linkFor(email, () => merchant.merchantAccounts.register({ email }))
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

/** A proven domain, and a payee that it vouches for, active. */
export const preparePayee = async (place: Place, merchant: MerchantClient): Promise<Payee> => {
  const { domain, challenge } = await merchant.merchantDomains.register({ domain: place.host, method: 'https' })
  await place.publish('/.well-known/svc-challenge.txt', challenge.value)
  const proven = await merchant.merchantDomains.verify(domain.domain_id)
  assert.deepEqual([proven.domain.status, proven.merchant_status], ['verified', 'active'])
  const facts = { network: 'stellar_testnet', asset: 'XLM', address: place.newAddress() } as const
  const { recipient, recipient_version } = await merchant.recipients.create({ name: 'Harbour Books till', ...facts })
  await place.publish('/.well-known/svc-recipients.json', JSON.stringify({ recipients: [facts] }))
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
  const listed = await merchant.recipients.list().toArray()
  assert.deepEqual(
    listed.map((one) => one.active_version_id),
    [recipient_version_id],
  )
  return { recipient_id, recipient_version_id, address: facts.address }
}

/** An agent with a key made here and proven, active; and its client. */
export const registerAgent = async (place: Place, merchant: MerchantClient): Promise<AgentClient> => {
  const { agent } = await merchant.agents.create({
    name: 'Checkout agent',
    runtime: 'node-24',
    environment: 'testnet',
    allowed_scopes: SCOPES,
  })
  const { private_key, public_key } = await generateKeyPair()
  const { credential, proof_challenge } = await merchant.agentCredentials.register(agent.agent_id, {
    kid: 'first',
    alg: 'Ed25519',
    public_key,
    expires_at: new Date(Date.now() + 86_400_000).toISOString(),
  })
  const proof = await signCredentialProof(private_key, proof_challenge.challenge)
  await merchant.agentCredentials.activate(agent.agent_id, credential.credential_id, proof)
  const set = await merchant.agents.update(agent.agent_id, { status: 'active', version: agent.version })
  assert.equal(set.agent.status, 'active')
  const { base_url, audience } = place
  return createAgentClient({ base_url, audience, agent_id: agent.agent_id, kid: credential.kid, private_key })
}

/** On first use, over the address that the caller trusts. */
export const pinKeys = async ({ base_url }: Pick<Place, 'base_url'>): Promise<readonly string[]> => {
  const served = await servedKeys(await createWalletClient({ base_url }).factsKeys.read())
  assert.ok(served.length > 0)
  return served.map(({ thumbprint }) => thumbprint)
}

export const registerWallet = async (place: Place): Promise<WalletClient> => {
  const { base_url, audience } = place
  const wallet = createWalletClient({ base_url, audience, pinned_keys: await pinKeys(place) })
  const { device, token } = await wallet.devices.register({ name: "Ada's phone", platform: 'web' })
  wallet.useDevice({ device_id: device.device_id, token })
  assert.equal((await wallet.devices.readCurrent()).device.device_id, device.device_id)
  return wallet
}

/** The user hands the agent a key, and approves what it then asks for. */
export const connectByKey = async (agent: AgentClient, wallet: WalletClient): Promise<string> => {
  const { connect_key } = await wallet.connectKeys.issue()
  const { connection } = await agent.connect({
    connect_key: connect_key.key,
    scopes: SCOPES,
    poll_ms: 50,
    onClaimed: ({ connect_invitation_id }) => {
      void wallet.connectInvitations.approve(connect_invitation_id, { scopes: SCOPES })
    },
  })
  assert.equal(connection.status, 'active')
  return connection.connection_id
}

/** The agent shows a code, the user types it, sees the same two words and approves. */
export const connectByPairing = async (agent: AgentClient, wallet: WalletClient): Promise<string> => {
  const approve = async (typed: string, words: string) => {
    const seen = await wallet.pairing.lookUp({ code: typed.toLowerCase() })
    assert.equal(seen.check_phrase, words)
    await wallet.pairing.approve(seen.pairing_session.pairing_session_id, { code: typed, scopes: SCOPES })
  }
  let approved: Promise<void> | undefined
  const { connection } = await agent.pair({
    scopes: SCOPES,
    poll_ms: 50,
    show: ({ code, check_phrase }) => {
      approved = approve(code, check_phrase)
    },
  })
  await approved
  return connection.connection_id
}

/** Everything up to an agent that can ask a wallet for payments to a payee. */
export interface Ready {
  readonly merchant: MerchantClient
  readonly agent: AgentClient
  readonly wallet: WalletClient
  readonly payee: Payee
  ask(task_ref: string, more?: Partial<PaymentWanted>): Promise<PaymentInput>
}

export const getReady = async (
  place: Place,
  connect: (agent: AgentClient, wallet: WalletClient) => Promise<string> = connectByKey,
): Promise<Ready> => {
  const merchant = await signInAsMerchant(place)
  const payee = await preparePayee(place, merchant)
  const [agent, wallet] = [await registerAgent(place, merchant), await registerWallet(place)]
  await connect(agent, wallet)
  const { recipient_id, recipient_version_id } = payee
  return {
    merchant,
    agent,
    wallet,
    payee,
    ask: (task_ref, more = {}) =>
      agent.requestPayment({ task_ref, recipient_id, recipient_version_id, amount: '12.5', ...more }),
  }
}

const TRANSACTION_HASH = 'a'.repeat(64)
const WAYS = {
  confirmed: ['signed', 'broadcasted', 'confirmed'],
  broadcasted: ['signed', 'broadcasted'],
  signed: ['signed'],
  rejected: ['rejected'],
  failed: ['signed', 'failed'],
} as const satisfies Partial<Record<PaymentStatus, readonly PaymentStatus[]>>

/** The wallet reports its way to a status. */
export const reportUpTo = async (wallet: WalletClient, request_id: string, end: keyof typeof WAYS): Promise<void> => {
  for (const status of WAYS[end]) {
    const named = status === 'broadcasted' || status === 'confirmed' ? { transaction_hash: TRANSACTION_HASH } : {}
    const { late } = await wallet.paymentRequests.reportStatus(request_id, { status, ...named })
    assert.equal(late, false)
  }
}

/** Context, request, review, signature, reports; the agent sees the end by wait, by feed and by reading. */
export const payOnce = async ({ agent, wallet, payee, ask }: Ready): Promise<void> => {
  const since = await agent.events.latest()
  const { transaction_context } = await agent.transactionContexts.create({ title: 'Order 1042', locale: 'en' })
  const { transaction_id } = transaction_context
  const { payment_request, replayed } = await ask('order-1042', { transaction_id })
  assert.deepEqual([payment_request.status, replayed], ['pending', false])
  const { request_id } = payment_request

  const { facts, payment_request: shown } = await wallet.review(request_id)
  assert.equal(facts.payment.to, payee.address)
  assert.equal(facts.payment.amount, '12.5')
  assert.equal(
    (await wallet.transactionContexts.read(shown.transaction_id ?? '')).transaction_context.title,
    'Order 1042',
  )

  const waiting = agent.paymentRequests.waitForTerminal(request_id, { timeout_ms: 20_000 })
  await reportUpTo(wallet, request_id, 'confirmed')
  const { outcome, request } = await waiting
  assert.deepEqual([outcome, request?.transaction_hash], ['confirmed', TRANSACTION_HASH])

  const statuses = (events: readonly PaymentEvent[]) => events.map(({ status }) => status)
  const steps = ['pending', 'signed', 'broadcasted', 'confirmed']
  assert.deepEqual(statuses((await agent.events.list({ since })).events), steps)
  const followed: PaymentEvent[] = []
  for await (const event of agent.events.follow({ since })) {
    followed.push(event)
    if (event.status === 'confirmed') break
  }
  assert.deepEqual(statuses(followed), steps)
  assert.deepEqual(
    followed.map(({ cursor }) => cursor),
    steps.map((_, i) => since + i + 1),
  )
  const again = await ask('order-1042')
  assert.deepEqual([again.replayed, again.payment_request.status], [true, 'confirmed'])
}

export const rejectOnce = async ({ agent, wallet, ask }: Ready): Promise<void> => {
  const { request_id } = (await ask('order-rejected')).payment_request
  await wallet.paymentRequests.reportStatus(request_id, { status: 'rejected', reason: 'not mine' })
  const ended = await agent.paymentRequests.waitForTerminal(request_id)
  assert.deepEqual([ended.outcome, ended.request?.reason], ['rejected', 'not mine'])
}

export const expireOnce = async (place: Place, { agent, ask }: Ready): Promise<void> => {
  assert.ok(place.expire, 'nobody lets time pass here')
  const { request_id } = (await ask('order-expired')).payment_request
  const waiting = agent.paymentRequests.waitForTerminal(request_id, { timeout_ms: 20_000 })
  await place.expire(request_id)
  assert.equal((await waiting).outcome, 'expired')
}
