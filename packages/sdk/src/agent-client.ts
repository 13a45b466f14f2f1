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
import { type FollowOptions, followEvents, latestCursor } from './follow-events.ts'
import type { AgentOperations } from './generated/clients.ts'
import type { PaymentEvent } from './generated/records.ts'
import { heldSecret } from './held-secret.ts'
import { type BrowserOption, refuseBrowser } from './refuse-browser.ts'
import { type PaymentInput, type PaymentWanted, requestPayment } from './request-payment.ts'
import { createTransport, type TransportOptions } from './transport.ts'
import { type Outcome, type WaitOptions, waitForTerminal } from './wait-for-terminal.ts'

export interface AgentClientOptions extends TransportOptions, PinOptions, AgentIdentity, BrowserOption {
  /** Of a connection made before; `connect` and `pair` set it themselves. */
  readonly connection_token?: string | undefined
}

export interface AgentClient extends AgentOperations, FactsCheck {
  readonly events: AgentOperations['events'] & {
    /** Every event once, in order, for as long as it is iterated; keep `cursor` to go on later. */
    follow(options?: FollowOptions): AsyncGenerator<PaymentEvent, void>
    /** The cursor at the end of the feed. */
    latest(options?: CallOptions): Promise<number>
  }
  readonly paymentRequests: AgentOperations['paymentRequests'] & {
    waitForTerminal(request_id: string, options?: WaitOptions): Promise<Outcome>
  }
  /** Asks for a payment; the same task, payee and amount ask once, however often this is called. */
  requestPayment(wanted: PaymentWanted, options?: CallOptions): Promise<PaymentInput>
  /** Claims a Connect Key, waits for the user and uses the connection from then on. */
  connect(options: ConnectWithKey): Promise<Connected>
  /** Pairs by a short code, waits for the user and uses the connection from then on. */
  pair(options: ConnectByPairing): Promise<Connected>
  useConnection(connection_token: string): void
}

export const createAgentClient = (options: AgentClientOptions): AgentClient => {
  refuseBrowser('createAgentClient', options)
  const send = createTransport(options)
  const connection = heldSecret('conn', 'connection_token', options.connection_token)
  const agent = agentToken(send, options.base_url, options)
  const operations = methodsOf({
    client: 'agent',
    send,
    holds: ['connection_token', 'agent_token', 'claim_token'],
    credentialFor: (kind) => (kind === 'agent_token' ? agent : connection),
  }) as unknown as AgentOperations
  const { events, paymentRequests, connections } = operations

  /** By token, so that another connection is never taken for this one. */
  let connection_id: Promise<string> | undefined
  const useConnection = (token: string): void => {
    connection.use(token)
    connection_id = undefined
  }
  const connectionId = (call?: CallOptions): Promise<string> => {
    connection_id ??= connections
      .readCurrent(call)
      .then((answer) => answer.connection.connection_id)
      .catch((failure: unknown) => {
        connection_id = undefined
        throw failure
      })
    return connection_id
  }
  const used = async (connecting: Promise<Connected>): Promise<Connected> => {
    const connected = await connecting
    useConnection(connected.connection_token)
    return connected
  }
  return {
    ...operations,
    ...factsCheck((call) => operations.factsKeys.read(call), options),
    events: {
      ...events,
      follow: (follow) => followEvents(events.list, follow),
      latest: (call) => latestCursor(events.list, call),
    },
    paymentRequests: {
      ...paymentRequests,
      waitForTerminal: (request_id, wait) => waitForTerminal(operations, request_id, wait),
    },
    requestPayment: async (wanted, call) => requestPayment(operations, await connectionId(call), wanted, call),
    connect: (connect) => used(connectWithKey(operations, connect)),
    pair: (pair) => used(connectByPairing(operations, pair)),
    useConnection,
  }
}
