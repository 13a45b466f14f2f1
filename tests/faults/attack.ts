/** An attack from processes of its own, and honest tenants beside it, whose every call is timed. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Asking } from '../../server/test/asking.ts'
import { placeAt } from '../../server/test/from-address.ts'
import type { AttackSeen, AttackTask } from './attacker.ts'

export const addressesFrom = (first: number, count: number): string[] =>
  Array.from({ length: count }, (_, i) => `127.0.0.${first + i}`)

export const percentile = (times: readonly number[], share: number): number => {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
export const rounded = (value: number): number => Math.round(value * 100) / 100

export const startAttack = async (task: AttackTask): Promise<{ stop(): Promise<AttackSeen> }> => {
  const execArgv = ['--conditions=@countersign/source']
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
  readonly tenants: readonly Pick<Asking, 'connection_token' | 'payee'>[]
  /** Creates of one tenant; well below what one connection may. */
  readonly creates_per_s: number
  readonly health_per_s: number
}

export interface LoadSeen {
  readonly creates: number[]
  readonly health: number[]
  readonly failed: string[]
}

/** Every call begins when it is due, whether or not the one before has been answered. */
export const honestLoad = async (
  { url, tenants, creates_per_s, health_per_s }: Load,
  seconds: number,
): Promise<LoadSeen> => {
  const seen: LoadSeen = { creates: [], health: [], failed: [] }
  const place = placeAt(url, '127.0.0.1', 64)
  const end = performance.now() + seconds * 1000
  const timed = async (times: number[], expected: number, send: () => ReturnType<typeof place.send>) => {
    const began = performance.now()
    const heard = await send().catch((error: unknown) => ({ status: 0, text: String(error) }))
    times.push(performance.now() - began)
    if (heard.status !== expected) seen.failed.push(`${heard.status} ${heard.text}`)
  }
  const every = async (per_s: number, offset: number, begin: () => Promise<void>) => {
    const begun: Promise<void>[] = []
    for (let due = performance.now() + (offset * 1000) / per_s; due < end; due += 1000 / per_s) {
      const wait = due - performance.now()
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
      begun.push(begin())
    }
    await Promise.all(begun)
  }
  let keys = 0
  const create = ({ connection_token, payee: { recipient_id, recipient_version_id } }: Load['tenants'][number]) => {
    const policy = { requires_user_approval: true }
    const idempotency_key = `honest-${Date.now()}-${keys++}`
    const given = { recipient_id, recipient_version_id, payment: { amount: '12.5' }, policy, idempotency_key }
    const headers = { authorization: `Bearer ${connection_token}` }
    const sending = { path: '/v1/payment-requests', headers, body: JSON.stringify(given) }
    return timed(seen.creates, 201, () => place.send(sending))
  }
  await Promise.all([
    ...tenants.map((tenant, i) => every(creates_per_s, i / tenants.length, () => create(tenant))),
    every(health_per_s, 0, () => timed(seen.health, 200, () => place.send({ method: 'GET', path: '/health' }))),
  ])
  place.close()
  return seen
}
