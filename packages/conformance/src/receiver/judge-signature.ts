/** Signature and time: what is genuine is taken, and nothing else is. */
import { newOrder, PAID } from './events.ts'
import type { Play } from './play.ts'
import { newEventId, newSecret, type Sending, signatureOf } from './sender.ts'

const MINUTE_S = 60

/** The same as another writer of JSON would have written it: spaces, escapes, another order, a line end. */
const asWrittenElsewhere = (body: string): string => {
  const { type, timestamp, data } = JSON.parse(body) as { type: string; timestamp: string; data: object }
  const text = JSON.stringify({ data: { ...data, note: 'Bücher / 本' }, timestamp, type }, null, 1)
  return `${text.replaceAll('/', '\\/').replace('ü', '\\u00fc')}\r\n`
}

export const judgeSignature = async (play: Play): Promise<void> => {
  const { taken, refused, orders, secret } = play
  const harmless = (): string => newOrder().event('signed', 2)
  await taken('genuine', 'an event', harmless())
  await taken('raw', 'spaces, escapes and another order of members', asWrittenElsewhere(harmless()))
  await taken('clock', 'signed four minutes ago', harmless(), { off_s: -4 * MINUTE_S })
  await taken('clock', 'from four minutes ahead', harmless(), { off_s: 4 * MINUTE_S })
  await judgeSeveral(play, harmless())
  await orders('order forged', 'all that was refused for its signature or its time', 0, async () => {
    const body = newOrder().event(PAID, 5)
    const stamp = String(Math.floor(Date.now() / 1000))
    const signed = signatureOf(secret, 'evt_forged', stamp, body)
    const by_other = signatureOf(newSecret(), 'evt_forged', stamp, body)
    const as_signed = { id: 'evt_forged', sent: { stamp, body } }
    const wrong: readonly (readonly [string, string, Sending])[] = [
      ['secret', 'the only signature', { ...as_signed, signature: by_other }],
      ['secret', 'two signatures', { ...as_signed, signature: `${by_other} ${by_other}` }],
      ['body', 'another request', { id: 'evt_body', sent: { body: newOrder().event(PAID, 5) } }],
      ['body', 'a space more', { ...as_signed, signature: signed, sent: { stamp, body: `${body} ` } }],
      ['id', 'another one', { ...as_signed, signature: signed, sent: { stamp, body, id: newEventId() } }],
      [
        'stamp',
        'a second later',
        { ...as_signed, signature: signed, sent: { body, stamp: String(Number(stamp) + 1) } },
      ],
      ['stamp', 'no number', { ...as_signed, signature: signed, sent: { body, stamp: 'now' } }],
      ['headers', 'no webhook-id', { without: 'webhook-id' }],
      ['headers', 'no webhook-timestamp', { without: 'webhook-timestamp' }],
      ['headers', 'no webhook-signature', { without: 'webhook-signature' }],
      ['headers', 'an empty signature', { signature: '' }],
      ['headers', 'an empty v1 signature', { signature: 'v1,' }],
      ['version', 'v2 before the right text', { ...as_signed, signature: signed.replace('v1,', 'v2,') }],
      ['old', 'signed six minutes ago', { off_s: -6 * MINUTE_S }],
      ['old', 'signed a day ago', { off_s: -1440 * MINUTE_S }],
      ['new', 'from six minutes ahead', { off_s: 6 * MINUTE_S }],
    ]
    for (const [at, what, sending] of wrong) await refused(at, what, sending)
  })
}

const judgeSeveral = async ({ taken, secret }: Play, body: string): Promise<void> => {
  const right = (id: string, stamp: string) => signatureOf(secret, id, stamp, body)
  const wrong = (id: string, stamp: string) => signatureOf(newSecret(), id, stamp, body)
  const stamp = String(Math.floor(Date.now() / 1000))
  for (const [what, order] of [
    ['the right one first', [right, wrong]],
    ['the right one last', [wrong, right]],
  ] as const) {
    const id = newEventId()
    await taken('several', what, body, { id, sent: { stamp }, signature: order.map((one) => one(id, stamp)).join(' ') })
  }
}
