/** The client of an agent: it proves itself, gets connected, asks for payments and learns what became of them. */
import { type AgentIdentity, agentToken } from './agent-token.ts'
import type { CallOptions } from './call.ts'
import { methodsOf } from './client-methods.ts'
import {
  type ConnectByPairing,
  type Connected,
  type ConnectWithKey,
  connectByPairing,
  connectWithKey,
} from './connect.ts'
import { type FactsCheck, factsCheck, type PinOptions } from './facts-check.ts'
import { type Followed, followed } from './follow-events.ts'
import type { AgentOperations } from './generated/clients.ts'
import type { Connection, PaymentEvent } from './generated/records.ts'
import { heldSecret, renewable } from './held-secret.ts'
import { type BrowserOption, refuseBrowser } from './refuse-browser.ts'
import { type PaymentInput, type PaymentWanted, requestPayment } from './request-payment.ts'
import { createTransport, type TransportOptions } from './transport.ts'
import { FactsMismatchError } from './verify-facts.ts'
import { type Outcome, type WaitOptions, waitForPaid } from './wait-for-paid.ts'

export interface AgentClientOptions extends TransportOptions, PinOptions, AgentIdentity, BrowserOption {
  /** Of a connection made before; `connect` and `pair` set it themselves. */
  readonly connection_token?: string | undefined
  /** Of the same connection: with it and the agent's key, a token that ends soon or has ended is renewed by itself. */
  readonly connection_id?: string | undefined
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
  /** Claims a Connect Key, waits for the user and uses the connection from then on. */
  connect(options: ConnectWithKey): Promise<Connected>
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
      const renewed = await operations.connections.renewToken(id)
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
      .readCurrent(call)
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
  const used = async (connecting: Promise<Connected>): Promise<Connected> => {
    const connected = await connecting
    useConnection(connected.connection_token, connected.connection.connection_id)
    return connected
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
    events: { ...events, ...followed<PaymentEvent>(events.list) },
    paymentRequests: {
      ...paymentRequests,
      waitForPaid: (request_id, wait) => waitForPaid(operations, request_id, wait),
    },
    requestPayment: async (wanted, call) => requestPayment(operations, await connectionId(call), wanted, call),
    connect: (connect) => used(connectWithKey(operations, connect)),
    pair: (pair) => used(connectByPairing(operations, pair)),
    useConnection,
  }
}
