/**
 * A process of attackers: each socket calls from its own address at a steady pace, one call at a time, and no faster when
 * answers are slow. Started by attack.ts; a process of its own, so that only the service itself is measured.
 */
import { newSecret } from '@countersign/contract/wire/secrets'
import { placeAt, type Sending } from '../../server/test/from-address.ts'

export interface HostileCall extends Sending {
  /** Undefined for an invented one, new at each call. */
  readonly token?: string
}

export interface AttackTask {
  readonly url: string
  readonly addresses: readonly string[]
  /** One list per socket; a socket goes round its own. */
  readonly sockets: readonly (readonly HostileCall[])[]
  readonly calls_per_s: number
}

export interface AttackSeen {
  readonly calls: number
  readonly statuses: Readonly<Record<string, number>>
  /** Until the first 429, for each address. */
  readonly limited_after_ms: Readonly<Record<string, number>>
}

const attack = async ({ url, addresses, sockets, calls_per_s }: AttackTask, over: AbortSignal): Promise<AttackSeen> => {
  const statuses: Record<string, number> = {}
  const limited_after_ms: Record<string, number> = {}
  const pace_ms = (sockets.length * 1000) / calls_per_s
  const began = performance.now()
  let calls = 0
  const keepCalling = async (list: readonly HostileCall[], n: number) => {
    const address = addresses[n % addresses.length] as string
    const place = placeAt(url, address)
    let due = performance.now() + (pace_ms * n) / sockets.length
    for (let i = 0; !over.aborted; i++) {
      const wait = due - performance.now()
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
      due = Math.max(due + pace_ms, performance.now())
      const { token = newSecret('conn'), headers, ...sending } = list[i % list.length] as HostileCall
      const status = await place.send({ ...sending, headers: { authorization: `Bearer ${token}`, ...headers } }).then(
        (heard) => String(heard.status),
        () => 'no answer',
      )
      calls++
      statuses[status] = (statuses[status] ?? 0) + 1
      if (status === '429') limited_after_ms[address] ??= Math.round(performance.now() - began)
    }
    place.close()
  }
  await Promise.all(sockets.map(keepCalling))
  return { calls, statuses, limited_after_ms }
}

process.once('message', (task) => {
  const over = new AbortController()
  process.on('message', () => over.abort())
  void attack(task as AttackTask, over.signal).then((seen) => process.send?.(seen, () => process.exit()))
})
process.once('disconnect', () => process.exit())
process.send?.('ready')
