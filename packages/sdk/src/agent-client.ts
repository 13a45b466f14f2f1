/** The client of an agent: it proves itself, gets connected, asks for payments and learns what became of them. */

import { approvalLink } from './approval-link.ts'
import type { CallOptions } from './call.ts'
import { methodsOf, outgoingOf } from './client-methods.ts'
import {
  type ConnectByPairing,
  type Connected,
  type ConnectWithKey,
  connectByPairing,
  connectWithKey,
  type Enrolled,
  type EnrollOptions,
  enrollWithKey,
} from './connect.ts'
import { type FactsCheck, factsCheck, type PinOptions } from './facts-check.ts'
import { type Followed, followed } from './follow-events.ts'
import type { AgentAuthTokenAnswer } from './generated/calls.ts'
import type { AgentOperations } from './generated/clients.ts'
import { OPERATIONS } from './generated/operations.ts'
import type { Connection, PaymentEvent } from './generated/records.ts'
import { type BrowserOption, heldSecret, refuseBrowser, renewable } from './held-secret.ts'
import { type PaymentInput, type PaymentWanted, requestPayment } from './request-payment.ts'
import { type PrivateKey, publicHalfOf, signAssertion, signerOf } from './signing-key.ts'
import { baseOf, type Credential, createTransport, type Send, type TransportOptions } from './transport.ts'
import { FactsMismatchError } from './verify-facts.ts'
import { type Outcome, type WaitOptions, waitForPaid } from './wait-for-paid.ts'

// The short token of a registered agent: obtained with a new assertion when it is needed, and again when it ends.

interface AgentIdentity {
  readonly agent_id?: string | undefined
  /** Names the credential whose key signs. */
  readonly kid?: string | undefined
  /** Ed25519: PEM (PKCS #8), JWK or CryptoKey. It signs here and is never sent. */
  readonly private_key?: PrivateKey | undefined
  /** What the service calls itself, where that is not `base_url`. */
  readonly audience?: string | undefined
}

/** A token this close to its end is not begun with. */
const MARGIN_MS = 30_000

interface AgentToken extends Credential {
  readonly audience: string
  /** Who signs from now on, with the key that was there from the start. */
  become(agent_id: string): void
}

const agentToken = (send: Send, base_url: string, identity: AgentIdentity): AgentToken => {
  const audience = identity.audience ?? baseOf(base_url)
  const { kid, private_key } = identity
  let { agent_id } = identity
  const sign = private_key === undefined ? undefined : signerOf(private_key)
  let held: { token: string; until: number } | undefined
  let coming: Promise<string> | undefined

  const exchange = async (): Promise<string> => {
    const who = agent_id
    if (who === undefined || kid === undefined || sign === undefined) {
      throw new TypeError('This call needs agent_id, kid and private_key.')
    }
    const outgoing = {
      ...outgoingOf(OPERATIONS['agent_auth.token'], [], {}),
      // Each opens once, so every try has its own; that is also what makes a lost try repeatable.
      body: async () => ({ assertion: await signAssertion({ agent_id: who, kid, audience, sign }) }),
      credential: undefined,
      repeatable: true,
    }
    const { agent_token, expires_in } = (await send(outgoing)).data as AgentAuthTokenAnswer
    held = { token: agent_token, until: Date.now() + expires_in * 1000 - MARGIN_MS }
    return agent_token
  }
  const current = (): Promise<string> => {
    if (held && held.until > Date.now()) return Promise.resolve(held.token)
    coming ??= exchange().finally(() => {
      coming = undefined
    })
    return coming
  }
  return {
    audience,
    become(id) {
      if (id !== agent_id) held = undefined
      agent_id = id
    },
    header: async () => ['authorization', `Bearer ${await current()}`],
    renew(value) {
      if (held && value === `Bearer ${held.token}`) held = undefined
      return true
    },
  }
}

export interface AgentClientOptions extends TransportOptions, PinOptions, AgentIdentity, BrowserOption {
  /** Of a connection made before; `connect` and `pair` set it themselves. */
  readonly connection_token?: string | undefined
  /** Of the same connection: with it and the agent's key, a token that ends soon or has ended is renewed by itself. */
  readonly connection_id?: string | undefined
  /** Where the service's operator serves a wallet: read once from `service.read`, and kept with `pinned_keys`. */
  readonly wallet_url?: string | undefined
  /** Told when the token was renewed, to keep the new one. */
  readonly onRenewedToken?: ((renewed: Connected) => void | Promise<void>) | undefined
}

export interface AgentClient extends AgentOperations, FactsCheck {
  readonly events: AgentOperations['events'] & Followed<PaymentEvent>
  readonly paymentRequests: AgentOperations['paymentRequests'] & {
    /** Waits for the ledger's word, where the service looks at the ledger. Only `paid` is success. */
    waitForPaid(request_id: string, options?: WaitOptions): Promise<Outcome>
  }
  /** Asks for a payment. One task asks once, however often this is called; another amount for it is a TaskConflictError. */
  requestPayment(wanted: PaymentWanted, options?: CallOptions): Promise<PaymentInput>
  /** Where the person finds the request: see `approvalLink`. Undefined without `wallet_url`. */
  approvalLink(request_id: string): string | undefined
  /** Claims a Connect Key, waits for the user and uses the connection from then on. */
  connect(options: ConnectWithKey): Promise<Connected>
  /**
   * For an agent of the user's own, without an organization: shows the Connect Key together with its key, waits for the user, and is
   * that agent with that connection from then on. Needs `kid` and `private_key`.
   */
  enroll(options: EnrollOptions): Promise<Enrolled>
  /** Pairs by a short code, waits for the user and uses the connection from then on. */
  pair(options: ConnectByPairing): Promise<Connected>
  useConnection(connection_token: string, connection_id?: string): void
}

/** A third of the 90 days that a connection token lives. */
const RENEWED_BEFORE_MS = 30 * 86_400_000

export const createAgentClient = (options: AgentClientOptions): AgentClient => {
  refuseBrowser('createAgentClient', options)
  const send = createTransport(options)
  const held = heldSecret('conn', 'connection_token', options.connection_token)
  const agent = agentToken(send, options.base_url, options)
  const renewal = () => {
    const id = known_id
    if (id === undefined || options.private_key === undefined) return undefined
    return async () => {
      const renewed = await operations.connections.rotateToken(id)
      await options.onRenewedToken?.(renewed)
      return renewed.connection_token
    }
  }
  const connection = renewable(held, renewal)
  const operations = methodsOf({
    client: 'agent',
    send,
    holds: ['connection_token', 'agent_token', 'claim_token'],
    credentialFor: (kind) => (kind === 'agent_token' ? agent : connection),
  }) as unknown as AgentOperations
  const { events, paymentRequests, connections } = operations

  /** By token, so that another connection is never taken for this one. */
  let connection_id: Promise<string> | undefined
  let known_id = options.connection_id
  const useConnection = (token: string, id?: string): void => {
    held.use(token)
    connection_id = undefined
    known_id = id
  }
  /** One that cannot be renewed now still works; what is refused later is renewed then. */
  const renewInTime = async ({ token_expires_at }: Connection): Promise<void> => {
    if (Date.parse(token_expires_at) - Date.now() > RENEWED_BEFORE_MS) return
    const renewed = await renewal()?.().catch(() => undefined)
    if (renewed !== undefined) held.use(renewed)
  }
  const connectionId = (call?: CallOptions): Promise<string> => {
    connection_id ??= connections
      .read('current', call)
      .then(async ({ connection: current }) => {
        // What was given is not replaced by what is answered.
        known_id ??= current.connection_id
        await renewInTime(current)
        return current.connection_id
      })
      .catch((failure: unknown) => {
        connection_id = undefined
        throw failure
      })
    return connection_id
  }
  const used = async <C extends Connected>(connecting: Promise<C>): Promise<C> => {
    const connected = await connecting
    useConnection(connected.connection_token, connected.connection.connection_id)
    return connected
  }
  const enroll = async ({ onEnrolled, ...wanted }: EnrollOptions): Promise<Enrolled> => {
    const { kid, private_key } = options
    if (kid === undefined || private_key === undefined) throw new TypeError('enroll needs kid and private_key.')
    const public_key = wanted.public_key ?? (await publicHalfOf(private_key))
    const { audience } = agent
    const enrolling = { ...wanted, kid, public_key, audience, sign: signerOf(private_key) }
    return enrollWithKey(operations, {
      ...enrolling,
      onEnrolled: async (enrolled) => {
        agent.become(enrolled.agent_id)
        await onEnrolled?.(enrolled)
      },
    })
  }
  const check = factsCheck((call) => operations.factsKeys.read(call), options)
  /** Another's request at the same payee is signed, too; to pay it would pay for them. */
  const verifyFacts: FactsCheck['verifyFacts'] = async (request, call) => {
    const facts = await check.verifyFacts(request, call)
    if (known_id === undefined || facts.connection_id === known_id) return facts
    throw new FactsMismatchError('intent', 'The request is of a different connection.')
  }
  return {
    ...operations,
    ...check,
    verifyFacts,
    events: { ...events, ...followed<PaymentEvent>((poll, call) => events.list({ changes: 'all', ...poll }, call)) },
    paymentRequests: {
      ...paymentRequests,
      waitForPaid: (request_id, wait) => waitForPaid(operations, request_id, wait),
    },
    requestPayment: async (wanted, call) => requestPayment(operations, await connectionId(call), wanted, call),
    approvalLink: (request_id) =>
      options.wallet_url === undefined ? undefined : approvalLink(options.wallet_url, request_id),
    connect: (connect) => used(connectWithKey(operations, connect)),
    enroll: (wanted) => used(enroll(wanted)),
    pair: (pair) => used(connectByPairing(operations, pair)),
    useConnection,
  }
}
