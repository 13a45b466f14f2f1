/** What is delivered, as far as the receiver tells it. */
import { eventOf, newOrder, PAID, UNPAID, WALLETS_WORD } from './events.ts'
import type { Play } from './play.ts'
import { newEventId, newSecret, signatureOf } from './sender.ts'

const AT_ONCE = 5

export const judgeOrders = async ({ orders, send }: Play): Promise<void> => {
  await orders('order', 'one payment that the ledger shows', 1, () => send(newOrder().event(PAID, 5)))
  await orders('order once', 'three times, one after the other', 1, async () => {
    const [body, id] = [newOrder().event(PAID, 5), newEventId()]
    for (let i = 0; i < 3; i++) await send(body, { id })
  })
  await orders('order once', `${AT_ONCE} times at the same moment`, 1, async () => {
    const [body, id] = [newOrder().event(PAID, 5), newEventId()]
    await Promise.all(Array.from({ length: AT_ONCE }, () => send(body, { id })))
  })
  await orders('order poisoned', 'forged first, then genuine, under one id', 1, async () => {
    const [body, id] = [newOrder().event(PAID, 5), newEventId()]
    await send(body, { id, signature: signatureOf(newSecret(), id, '0', body) })
    await send(body, { id })
  })
  await orders('order wallet', 'pending, signed, broadcasted, confirmed', 0, async () => {
    const order = newOrder()
    for (const [i, kind] of ['pending', 'signed', 'broadcasted', WALLETS_WORD].entries())
      await send(order.event(kind, i + 1))
  })
  for (const kind of UNPAID)
    await orders('order unpaid', `payment_request.${kind}`, 0, () => send(newOrder().event(kind, 5)))
  await orders('order turned', 'the ledger first, then all that led to it', 1, async () => {
    const order = newOrder()
    await send(order.event(PAID, 5))
    for (const [i, kind] of [WALLETS_WORD, 'broadcasted', 'signed', 'pending'].entries())
      await send(order.event(kind, 4 - i))
  })
  await orders(['order late', 'order turned'], 'shown by the ledger after expiry, and told before it', 1, async () => {
    const order = newOrder()
    await send(order.event(PAID, 4, { status: 'expired' }))
    await send(order.event('expired', 2, { status: 'expired' }))
    await send(order.event('late_report', 3, { status: 'expired' }))
  })
  await orders('order late', 'expired, reported late, shown by the ledger', 1, async () => {
    const order = newOrder()
    for (const [i, kind] of ['expired', 'late_report', PAID].entries())
      await send(order.event(kind, i + 2, { status: 'expired' }))
  })
  await orders('order unknown', 'of an unknown type', 0, async () => {
    await send(newOrder().event('paid_in_part', 5))
    await send(eventOf('harbour.opened', { request_id: newOrder().request_id }))
  })
  await orders('order unknown', 'with unknown fields', 1, () =>
    send(newOrder().event(PAID, 5, { also: { paid: false } })),
  )
}
