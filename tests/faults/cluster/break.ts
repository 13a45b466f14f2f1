/** The ways in which a run breaks what it has started, and what it waits for before it breaks the next. */
import { setTimeout as pause } from 'node:timers/promises'
import { until } from '../../../server/test/until.ts'
import type { Load } from './load.ts'
import type { Stack } from './stack.ts'

const RESUME_MS_MAX = 120_000

/** So many creates more are acknowledged. */
export const more = async (load: Load, count: number): Promise<void> => {
  const goal = load.acked() + count
  await until(() => load.acked() >= goal, RESUME_MS_MAX + count * 50)
}

export const killPrimaryPostgres = async ({ databases }: Stack, load: Load): Promise<void> => {
  const primary = await databases.primary()
  load.fault('postgres killed')
  primary.killPostgres()
  await more(load, 20)
  await databases.settled()
}

export const killPrimaryNode = async ({ databases }: Stack, load: Load): Promise<void> => {
  const primary = await databases.primary()
  load.fault('node killed')
  await primary.killNode()
  await more(load, 20)
  primary.start()
  await databases.settled()
}

/** Longer than its lease: another node takes over, and the old one wakes up as if nothing had happened. */
export const pausePrimary = async ({ databases }: Stack, load: Load, ms: number): Promise<void> => {
  const primary = await databases.primary()
  load.fault('primary paused')
  const resume = primary.pause()
  try {
    await pause(ms)
  } finally {
    resume()
  }
  await more(load, 20)
  await databases.settled()
}

export const killEtcd = async ({ databases }: Stack, load: Load, n: number): Promise<void> => {
  const etcd = databases.etcds[n % databases.etcds.length]
  load.fault('etcd killed')
  await etcd?.kill()
  await more(load, 20)
  await pause(2_000)
  etcd?.start()
  await pause(2_000)
  await databases.settled()
}

export const killMember = async ({ members }: Stack, load: Load, role: 'api' | 'worker', n: number): Promise<void> => {
  const ours = members.filter((member) => member.role === role)
  const member = ours[n % ours.length]
  load.fault(`${role} killed`)
  await member?.kill()
  await more(load, 20)
  await member?.start()
  if (role === 'api') await until(async () => (await fetch(`${member?.url}/ready`).catch(() => undefined))?.ok === true)
  // HAProxy looks every 200 ms.
  await pause(500)
}

export const killDatabaseProxy = async ({ database_proxy }: Stack, load: Load): Promise<void> => {
  load.fault('database proxy killed')
  await database_proxy.kill()
  await pause(500)
  await database_proxy.start()
  await more(load, 20)
}

/** All three at once, with all that they kept. */
export const loseNats = async ({ nats }: Stack, load: Load): Promise<void> => {
  load.fault('nats lost')
  await Promise.all(nats.map((one) => one.kill()))
  for (const one of nats) one.removeData()
  await more(load, 50)
  await pause(1_500)
  await Promise.all(nats.map((one) => one.start()))
  await more(load, 50)
  await pause(1_500)
}
