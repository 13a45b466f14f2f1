/**
 * What a worker has leased stands in line, one line per endpoint, until it may be sent: so many at once in all, of a tenant and
 * of an endpoint. The next one goes the moment that an answer comes, and waits for no statement.
 */
import type { Uuid } from '@pursestrings/contract/wire/ids'
import type { EndpointKey } from './sending.store.ts'

interface Line extends EndpointKey {
  busy: number
  waiting: ((begin: boolean) => void)[]
}

export interface SendSlotBounds {
  readonly in_all: number
  readonly per_tenant: number
  readonly per_endpoint: number
}

export interface SendSlots {
  /** Resolves when it is its turn, with true; with false if its line is sent away. Whoever got true leaves once. */
  enter(of: EndpointKey): Promise<boolean>
  leave(of: EndpointKey): void
  sendAway(of: EndpointKey): void
}

export const createSendSlots = ({ in_all, per_tenant, per_endpoint }: SendSlotBounds): SendSlots => {
  const lines = new Map<Uuid, Line>()
  const busy_of = new Map<Uuid, number>()
  let busy = 0

  const pump = (line: Line): void => {
    while (line.busy < per_endpoint && busy < in_all && (busy_of.get(line.merchant_id) ?? 0) < per_tenant) {
      const next = line.waiting.shift()
      if (!next) break
      line.busy++
      busy++
      busy_of.set(line.merchant_id, (busy_of.get(line.merchant_id) ?? 0) + 1)
      next(true)
    }
    if (line.busy === 0 && line.waiting.length === 0) lines.delete(line.webhook_endpoint_id)
  }
  const lineOf = ({ merchant_id, webhook_endpoint_id }: EndpointKey): Line => {
    const line = lines.get(webhook_endpoint_id) ?? { merchant_id, webhook_endpoint_id, busy: 0, waiting: [] }
    lines.set(webhook_endpoint_id, line)
    return line
  }
  return {
    enter(of) {
      const line = lineOf(of)
      const { promise, resolve } = Promise.withResolvers<boolean>()
      line.waiting.push(resolve)
      pump(line)
      return promise
    },
    leave(of) {
      const line = lineOf(of)
      const full = busy >= in_all || (busy_of.get(of.merchant_id) ?? 0) >= per_tenant
      line.busy--
      busy--
      const left = (busy_of.get(of.merchant_id) ?? 0) - 1
      if (left > 0) busy_of.set(of.merchant_id, left)
      else busy_of.delete(of.merchant_id)
      // The place that became free may be another's: every line gets its chance, this one last.
      if (full) for (const other of lines.values()) if (other !== line) pump(other)
      pump(line)
    },
    sendAway(of) {
      for (const away of lines.get(of.webhook_endpoint_id)?.waiting.splice(0) ?? []) away(false)
    },
  }
}
