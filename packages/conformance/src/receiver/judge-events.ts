/** Which events a receiver takes, and in which shapes. */
import { eventOf, newOrder, OTHER_TYPES, UNPAID, WALLETS_WORD } from './events.ts'
import type { Play } from './play.ts'
import { answerOf, isTaken, newEventId } from './sender.ts'

const LONG_BYTES = 20_000
const FLOOD_BYTES = 5_000_000

export const judgeEvents = async (play: Play): Promise<void> => {
  const { taken } = play
  for (const [i, kind] of [...UNPAID, WALLETS_WORD].entries())
    await taken('type', `payment_request.${kind}`, newOrder().event(kind, i + 1))
  for (const type of OTHER_TYPES)
    await taken('type', type, eventOf(type, { merchant_id: 'mer_x', paused_by: 'wallet' }))
  await taken('unknown type', 'of a known record', newOrder().event('paid_in_part', 3))
  await taken('unknown type', 'of an unknown record', eventOf('harbour.opened', { berth: { number: 7 } }))
  await taken('unknown type', 'without anything known in it', eventOf('harbour.closed'))
  const more = { status: 'pending', also: { list: [null, 1.5, { deep: true }] } }
  const wider = JSON.stringify({
    ...(JSON.parse(newOrder().event('pending', 1, more)) as object),
    also: [1],
    version: 9,
  })
  await taken('unknown fields', 'in data, and beside it', wider)
  const [again, id] = [newOrder().event('signed', 2), newEventId()]
  for (const what of ['the first time', 'a second time', 'a third time']) await taken('repeat', what, again, { id })
  const order = newOrder()
  for (const [kind, cursor] of [
    ['broadcasted', 3],
    ['signed', 2],
    ['pending', 1],
    ['confirmed', 1_000_004],
  ] as const)
    await taken('turned', `${kind} at ${cursor}`, order.event(kind, cursor))
  await taken('long', 'a long text in data', newOrder().event('pending', 1, { note: 'x'.repeat(LONG_BYTES) }))
  const pieces = { count: 5, pause_ms: 20 }
  await taken('slow', 'five pieces', newOrder().event('pending', 1), { pieces })
}

/** Last: a receiver that ends from it takes nothing more. */
export const judgeFlood = async ({ book, taken, send }: Play): Promise<void> => {
  const flood = await send('x'.repeat(FLOOD_BYTES), { signature: 'v1,x' })
  book.judge('flood', 'the flood is not taken', !isTaken(flood), answerOf(flood))
  await taken('flood', 'the next message', newOrder().event('pending', 1))
}
