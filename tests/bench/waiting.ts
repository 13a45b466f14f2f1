/**
 * What 10,000 waiting agents cost the database while NATS is up, and how soon they hear of a request that another process
 * takes: with NATS, and after it was killed.
 */
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../tools/dev/free-port.ts'
import { cpuSecondsOf, median, round } from './compare.ts'
import { prepareGround, startApi } from './ground.ts'

const WAITING = Number(process.env.WAITING ?? 10_000)
const SECONDS = Number(process.env.SECONDS ?? 30)
const CREATED = Number(process.env.CREATED ?? 200)
const BARS = { database_cores_max: 0.1, heard_without_nats_ms_max: 3_000 }
const READERS = fileURLToPath(new URL('waiting-readers.ts', import.meta.url))

const p99 = (all: readonly number[]): number => all.toSorted((a, b) => a - b)[Math.floor(all.length * 0.99)] as number

/** Creates one request for each of some readers, and answers with how long each took to hear, in ms. */
const createFor = async (url: string, lines: readonly string[], readers: ChildProcess, from: number) => {
  const created = new Map<number, number>()
  const taken: number[] = []
  const hear = ({ heard }: { heard?: number }) => {
    const began = heard === undefined ? undefined : created.get(heard)
    if (began !== undefined) taken.push(performance.now() - began)
  }
  readers.on('message', hear)
  for (let at = from; at < from + CREATED; at++) {
    const [token, recipient_id, recipient_version_id] = (lines[at] as string).split(' ')
    created.set(at, performance.now())
    const response = await fetch(`${url}/v1/payment-requests`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'x-idempotency-key': `waiting-${at}`,
      },
      body: JSON.stringify({
        recipient_id,
        recipient_version_id,
        payment: { amount: '12.5' },
        policy: { requires_user_approval: true },
      }),
    })
    if (response.status !== 201) throw new Error(`a create was answered with ${response.status}`)
    await response.arrayBuffer()
    await pause(20)
  }
  for (let i = 0; taken.length < CREATED && i < 100; i++) await pause(100)
  readers.off('message', hear)
  const heard = taken.length
  return {
    created: CREATED,
    heard,
    ms: round(median(taken)),
    p99_ms: round(p99(taken)),
    max_ms: round(Math.max(...taken)),
  }
}

const coresOver = async (seconds: number, of: () => number): Promise<number> => {
  const before = of()
  await pause(seconds * 1_000)
  return round((of() - before) / seconds)
}

export const run = async (): Promise<object> => {
  const ground = await prepareGround(WAITING)
  const port = await freePort()
  const nats = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' })
  const settings = { NATS_URL: `nats://127.0.0.1:${port}` }
  const [near, far] = [
    await startApi(ground.database_url, ground.folder, settings),
    await startApi(ground.database_url, ground.folder, settings),
  ]
  let readers: ChildProcess | undefined
  try {
    const database = () => cpuSecondsOf(ground.postgres)
    const alone = await coresOver(SECONDS, database)
    const lines = readFileSync(ground.connections_file, 'utf8').trim().split('\n')
    const tokens = join(ground.folder, 'tokens.txt')
    writeFileSync(tokens, lines.map((line) => line.split(' ')[0]).join('\n'))
    readers = fork(READERS, [near.url, tokens], { stdio: 'inherit' })
    let faults = 0
    readers.on('message', (message: { faults?: number }) => (faults = message.faults ?? faults))
    await new Promise<void>((resolve) => {
      readers?.on('message', ({ waiting }: { waiting?: number }) => waiting !== undefined && resolve())
    })
    await pause(5_000)
    const waiting_cores = await coresOver(SECONDS, database)
    const api_cores = await coresOver(10, () => cpuSecondsOf(near.process))
    const with_nats = await createFor(far.url, lines, readers, 0)
    nats.kill('SIGKILL')
    await once(nats, 'exit')
    const without_nats = await createFor(far.url, lines, readers, CREATED)
    const database_cores = round(waiting_cores - alone)
    const met =
      database_cores <= BARS.database_cores_max &&
      with_nats.heard === CREATED &&
      without_nats.heard === CREATED &&
      without_nats.max_ms <= BARS.heard_without_nats_ms_max &&
      faults === 0
    const costs = { database_cores, database_cores_alone: alone, api_cores }
    return { met, waiting: WAITING, ...costs, with_nats, without_nats, faults, bars: BARS, seconds: SECONDS }
  } finally {
    readers?.kill('SIGKILL')
    nats.kill('SIGKILL')
    await Promise.all([near.stop(), far.stop()])
    await ground.stop()
  }
}
