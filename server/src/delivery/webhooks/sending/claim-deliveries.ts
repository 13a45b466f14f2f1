/**
 * What is sent now: leased in one statement, with what is needed to sign it. Only pending deliveries of active endpoints;
 * the rest ends here, or waits for a recovery. The secrets of an endpoint are opened once, and again when it has changed.
 */
import type { KeyObject } from 'node:crypto'
import type { Uuid } from '@pursestrings/contract/wire/ids'
import type { SystemTx } from '../../../platform/postgres/transaction.ts'
import { FAILURES_BEFORE_REST, restForProbe } from '../endpoints/health.store.ts'
import { signingKeyOf, signingSecrets, type WebhookSecrets } from '../endpoints/webhook-secret.ts'
import {
  type Bounds,
  type Claimed,
  claimDue,
  dropDue,
  failDeliveries,
  holdDeliveries,
  selectSealedEndpoints,
} from './sending.store.ts'

interface Opened {
  readonly version: number
  readonly url: string
  /** Throws where the key that sealed them is gone, which concerns this endpoint alone. */
  keys(): readonly KeyObject[]
}

export interface Sending extends Claimed {
  /** As `performance.now()` tells it. */
  readonly claimed_at: number
  readonly endpoint: Opened
  /** It goes ahead, and the others of its endpoint wait for what it meets. */
  readonly probe: boolean
}

const OPENED_MAX = 10_000

export const claimDeliveries = (secrets: WebhookSecrets) => {
  const opened = new Map<Uuid, Opened>()

  const open = async (tx: SystemTx, claimed: readonly Claimed[]): Promise<void> => {
    const stale = claimed.filter(
      (c) => c.endpoint_version === null || opened.get(c.webhook_endpoint_id)?.version !== c.endpoint_version,
    )
    if (stale.length === 0) return
    const endpoints = new Map(stale.map((c) => [c.webhook_endpoint_id, c]))
    if (opened.size + endpoints.size > OPENED_MAX) opened.clear()
    for (const row of await selectSealedEndpoints(tx, [...endpoints.values()])) {
      const { webhook_endpoint_id, version, url } = row
      let kept: readonly KeyObject[] | undefined
      const keys = () => (kept ??= signingSecrets(secrets, row).map(signingKeyOf))
      opened.set(webhook_endpoint_id, { version, url, keys })
    }
  }

  return async (tx: SystemTx, bounds: Bounds): Promise<Sending[]> => {
    const claimed_at = performance.now()
    const claimed = await claimDue(tx, bounds)
    const pending = claimed.filter((c) => c.status === 'pending')
    const active = pending.filter((c) => c.endpoint_status === 'active')
    const orphans = pending.filter((c) => c.endpoint_status === null)
    const over = claimed.filter((c) => c.status !== 'pending' || c.endpoint_status !== 'active')
    if (orphans.length > 0) await failDeliveries(tx, orphans)
    const silent = new Map(over.filter((c) => c.endpoint_status !== null).map((c) => [c.webhook_endpoint_id, c]))
    for (const c of silent.values()) if (c.endpoint_status !== 'active') await holdDeliveries(tx, c)
    if (over.length > 0) await dropDue(tx, over)
    await open(tx, active)
    const sending = active.flatMap((c): Sending[] => {
      const endpoint = opened.get(c.webhook_endpoint_id)
      // Deleted since the statement before: its lease ends, and so does the delivery then.
      return endpoint ? [{ ...c, claimed_at, endpoint, probe: c.failures_in_a_row >= FAILURES_BEFORE_REST }] : []
    })
    const probes = sending.filter((s) => s.probe)
    if (probes.length > 0) await restForProbe(tx, probes)
    return sending
  }
}
