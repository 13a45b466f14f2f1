/** An agent as a process: it buys what it is told to with the official client, and knows nothing of an earlier life. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createAgentClient, createProjectClient } from '@pursestrings/sdk'
import { createPayingFetch } from '@pursestrings/x402/buyer'
import type { OfficialClient, OfficialPackages } from '@pursestrings/x402/official'
import { X402Refusal } from '@pursestrings/x402/outcomes'
import type { AgentOrders, Called, CallOrder } from './orders.ts'

const orders = JSON.parse(process.argv[2] ?? '{}') as AgentOrders
const { base_url, audience, pinned_keys, connection_id, connection_token, private_key, api_key, front_url } = orders

/** Names and certificates are not what is tried here: each host is a header of calls to one port. */
const front: typeof globalThis.fetch = async (input, init) => {
  const request = new Request(input, init)
  const { host, pathname, search } = new URL(request.url)
  const { method, redirect } = request
  const headers = new Headers(request.headers)
  headers.set('x-called-host', host)
  const response = await fetch(`${front_url}${pathname}${search}`, { method, headers, redirect })
  Object.defineProperty(response, 'url', { value: request.url })
  return response
}

const load = createRequire(join(orders.example, 'agent.ts'))
const official = {
  ...(load('@x402/core/client') as object),
  ...(load('@x402/fetch') as object),
} as OfficialPackages<OfficialClient>
const agent = createAgentClient({ base_url, audience, pinned_keys, connection_id, connection_token })
const pay = createPayingFetch({
  agent,
  official,
  issuer: audience,
  private_key,
  timeout_ms: orders.timeout_ms,
  fetch: front,
  ...(api_key !== undefined && {
    within_policy: { project: createProjectClient({ base_url, api_key }), connection_id },
  }),
})

const outcomeOf = (failure: unknown): string => {
  if (failure instanceof X402Refusal) return failure.outcome
  return `other: ${failure instanceof Error ? `${failure.name} ${failure.message}` : String(failure)}`
}

process.on('message', ({ id, url }: CallOrder) => {
  const task = orders.forgets_tasks ? { task: `${process.pid} ${id}` } : {}
  void pay(url, {}, task)
    .then(({ ok, status }) => (ok ? 'paid' : `other: answered ${status}`), outcomeOf)
    .then((outcome) => process.send?.({ id, outcome } satisfies Called))
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
