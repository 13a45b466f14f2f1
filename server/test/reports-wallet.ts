/** A wallet that reports, and a request walked to where a test wants it. */

import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import type { PaymentStatus } from '@pursestrings/protocol/payment-status'
import { expect } from 'vitest'
import type { Answer } from './call.ts'
import type { TestConnection } from './connection.ts'
import type { FeedWorld } from './events-feed.ts'

export const report = (
  { device }: Pick<TestConnection, 'device'>,
  request_id: string,
  body: Readonly<Record<string, unknown>>,
): Promise<Answer> => device.call('POST', `/v1/payment-requests/${request_id}/status`, { body })

/** Which reports lead to a status, from pending. */
const WAYS: Record<PaymentStatus, readonly PaymentStatus[]> = {
  pending: [],
  signed: ['signed'],
  broadcasted: ['signed', 'broadcasted'],
  confirmed: ['signed', 'broadcasted', 'confirmed'],
  failed: ['failed'],
  rejected: ['rejected'],
  expired: [],
}

export const TRANSACTION = 'a1b2c3'

export const reportOf = (status: PaymentStatus) => ({
  status,
  ...((status === 'broadcasted' || status === 'confirmed') && { transaction_hash: TRANSACTION }),
})

/** A new request of the connection in that status, by its id on the wire. */
export const requestIn = async (
  feed: FeedWorld,
  connection: TestConnection,
  status: PaymentStatus,
): Promise<string> => {
  const [uuid] = (await feed.create(connection, 1)) as [Uuid]
  const request_id = idOf('pr', uuid)
  for (const step of WAYS[status]) expect((await report(connection, request_id, reportOf(step))).status).toBe(200)
  if (status === 'expired') await feed.expireAt([uuid], '-1 second')
  return request_id
}
