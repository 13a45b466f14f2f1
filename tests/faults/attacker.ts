/**
 * A process of attackers: each socket calls from its own address at a steady pace, one call at a time, and no faster when
 * answers are slow. Started by attack.ts; a process of its own, so that only the service itself is measured.
 */
import { setPriority } from 'node:os'
import { newSecret } from '@pursestrings/protocol/secrets'
import { placeAt, type Sending } from '../../server/test/call.ts'

export type HostileCall = Sending

export interface AttackTask {
  readonly url: string
  readonly addresses: readonly string[]
  /** Each socket goes round the whole list and begins elsewhere in it, so that all kinds meet. */
  readonly calls: readonly HostileCall[]
  /** One entry per socket: the tokens it takes in turn, or none for invented ones. */
  readonly sockets: readonly (readonly string[])[]
  readonly calls_per_s: number
}

export interface AttackSeen {
  readonly calls: number
  readonly statuses: Readonly<Record<string, number>>
  /** Until the first 429, for each address. */
  readonly limited_after_ms: Readonly<Record<string, number>>
}

const attack = async (
  { url, addresses, calls, sockets, calls_per_s }: AttackTask,
  over: AbortSignal,
): Promise<AttackSeen> => {
  const statuses: Record<string, number> = {}
  const limited_after_ms: Record<string, number> = {}
  const pace_ms = (sockets.length * 1000) / calls_per_s
  const began = performance.now()
  let made = 0
  const keepCalling = async (tokens: readonly string[], n: number) => {
    const address = addresses[n % addresses.length] as string
    const place = placeAt(url, address)
    const from = Math.floor((n * calls.length) / sockets.length)
    let due = performance.now() + (pace_ms * n) / sockets.length
    for (let i = 0; !over.aborted; i++) {
      const wait = due - performance.now()
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
      due = Math.max(due + pace_ms, performance.now())
      const { headers, ...sending } = calls[(from + i) % calls.length] as HostileCall
      const token = tokens[i % tokens.length] ?? newSecret('conn')
      const status = await place.send({ ...sending, headers: { authorization: `Bearer ${token}`, ...headers } }).then(
        (heard) => String(heard.status),
        () => 'no answer',
      )
      made++
      statuses[status] = (statuses[status] ?? 0) + 1
      if (status === '429') limited_after_ms[address] ??= Math.round(performance.now() - began)
    }
    place.close()
  }
  await Promise.all(sockets.map(keepCalling))
  return { calls: made, statuses, limited_after_ms }
}

// An attacker has machines of its own. Here it shares two cores with the service, which must not wait for them.
setPriority(10)
process.once('message', (task) => {
  const over = new AbortController()
  process.on('message', () => over.abort())
  void attack(task as AttackTask, over.signal).then((seen) => process.send?.(seen, () => process.exit()))
})
process.once('disconnect', () => process.exit())
process.send?.('ready')
