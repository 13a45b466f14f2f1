/** An attack from processes of its own, and honest tenants beside it, whose every call is timed. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Asking } from '../../server/test/asking.ts'
import { placeAt } from '../../server/test/call.ts'
import type { AttackSeen, AttackTask } from './attacker.ts'

export const addressesFrom = (first: number, count: number): string[] =>
  Array.from({ length: count }, (_, i) => `127.0.0.${first + i}`)

export const percentile = (times: readonly number[], share: number): number => {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
export const rounded = (value: number): number => Math.round(value * 100) / 100

export const startAttack = async (task: AttackTask): Promise<{ stop(): Promise<AttackSeen> }> => {
  const execArgv = ['--conditions=@pursestrings/source']
  const child = fork(fileURLToPath(new URL('attacker.ts', import.meta.url)), { execArgv })
  await once(child, 'message')
  child.send(task)
  return {
    async stop() {
      const told = once(child, 'message') as Promise<[AttackSeen]>
      child.send('stop')
      return (await told)[0]
    },
  }
}

export interface Load {
  readonly url: string
  readonly tenants: readonly Pick<Asking, 'connection_token' | 'payee' | 'device'>[]
  /** Creates of one tenant; well below what one connection may. */
  readonly creates_per_s: number
  readonly health_per_s: number
  /** Whether wallets report what was created. */
  readonly reports?: true
}

export interface LoadSeen {
  readonly creates: number[]
  readonly reports: number[]
  readonly health: number[]
  readonly failed: string[]
}

const CONNECTIONS = 64

/** Every call begins when it is due, whether or not the one before has been answered. */
export const honestLoad = async (
  { url, tenants, creates_per_s, health_per_s, reports }: Load,
  seconds: number,
): Promise<LoadSeen> => {
  const seen: LoadSeen = { creates: [], reports: [], health: [], failed: [] }
  const place = placeAt(url, '127.0.0.1', CONNECTIONS)
  // What is timed is how the service answers, not how it is reached.
  await Promise.all(Array.from({ length: CONNECTIONS }, () => place.send({ method: 'GET', path: '/health' })))
  const end = performance.now() + seconds * 1000
  const timed = async (times: number[], expected: number, send: () => ReturnType<typeof place.send>) => {
    const began = performance.now()
    const heard = await send().catch((error: unknown) => ({ status: 0, text: String(error) }))
    times.push(performance.now() - began)
    if (heard.status !== expected) seen.failed.push(`${heard.status} ${heard.text}`)
    return heard
  }
  const every = async (per_s: number, offset: number, begin: () => Promise<unknown>) => {
    const begun: Promise<unknown>[] = []
    for (let due = performance.now() + (offset * 1000) / per_s; due < end; due += 1000 / per_s) {
      const wait = due - performance.now()
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
      begun.push(begin())
    }
    await Promise.all(begun)
  }
  let keys = 0
  const ask = async ({ connection_token, device, payee }: Load['tenants'][number]) => {
    const { recipient_id, recipient_version_id } = payee
    const policy = { requires_user_approval: true }
    const idempotency_key = `honest-${Date.now()}-${keys++}`
    const given = { recipient_id, recipient_version_id, payment: { amount: '12.5' }, policy, idempotency_key }
    const sending = (token: string, path: string, body: object) => () =>
      place.send({ path, headers: { authorization: `Bearer ${token}` }, body: JSON.stringify(body) })
    const { status, text } = await timed(seen.creates, 201, sending(connection_token, '/v1/payment-requests', given))
    if (!reports || status !== 201) return
    const { payment_request } = JSON.parse(text) as { payment_request: { request_id: string } }
    const path = `/v1/payment-requests/${payment_request.request_id}/status`
    await timed(seen.reports, 200, sending(device.token, path, { status: 'signed' }))
  }
  await Promise.all([
    ...tenants.map((tenant, i) => every(creates_per_s, i / tenants.length, () => ask(tenant))),
    every(health_per_s, 0, () => timed(seen.health, 200, () => place.send({ method: 'GET', path: '/health' }))),
  ])
  place.close()
  return seen
}
