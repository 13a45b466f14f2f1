/** What a receiver of webhooks has to do: Standard Webhooks, and what the service says about its own. */
import { hidden, judged, type Section, type Sentence } from '../sentence.ts'

const ORDERS: readonly Sentence[] = [
  judged('order', 'Once the ledger shows a payment, its order is delivered.'),
  judged('order once', 'The same event again, even at the same moment, delivers nothing more.'),
  judged('order wallet', "The wallet's word alone (`confirmed`) delivers nothing."),
  judged('order unpaid', 'Nor does any other event about a payment that the ledger does not show.'),
  judged('order forged', 'Nor does a message that is not genuine.'),
  judged('order poisoned', 'A forged message does not use up the `webhook-id` of the genuine one that follows.'),
  judged('order turned', 'Events that come in another order than they happened lead to the same.'),
  judged('order late', 'A payment that the ledger shows after its request expired is delivered, once.'),
  judged('order unknown', 'An event of an unknown type delivers nothing; unknown fields hinder nothing.'),
]

/** Only a receiver that tells how much it delivered can be judged by that. */
export const receiverSections = (told: boolean): readonly Section[] => [
  {
    title: 'Signature',
    sentences: [
      judged('genuine', 'A genuine message is answered with 2xx.'),
      judged(
        'raw',
        'The signature is checked over the bytes as they came, not over a body that was parsed and rewritten.',
      ),
      judged('secret', 'A message that another secret signed is refused with 4xx.'),
      judged('body', 'A body that was changed by one byte is refused.'),
      judged('id', 'A `webhook-id` that was changed is refused.'),
      judged('stamp', 'A `webhook-timestamp` that was changed is refused.'),
      judged('headers', 'A message without one of the three headers, or with an empty signature, is refused.'),
      judged('version', 'A signature of another version than `v1` is refused.'),
      judged('several', 'Of several signatures, as during a rotation, any right one is enough.'),
      judged('old', 'A message that was signed more than five minutes ago is refused.'),
      judged('new', 'So is one from more than five minutes ahead.'),
      judged('clock', 'One that is four minutes off is taken.'),
    ],
  },
  {
    title: 'Challenge',
    sentences: [
      judged('challenge', 'A challenge is answered with 2xx and its text as JSON.'),
      judged('challenge time', 'The answer comes within five seconds.'),
      judged('challenge forged', 'A challenge that is not genuine gets no echo.'),
    ],
  },
  {
    title: 'Events',
    sentences: [
      judged('type', 'An event of any type is taken.'),
      judged('unknown type', 'So is one of a type that nobody knew when the receiver was written.'),
      judged('unknown fields', 'So is one with unknown fields.'),
      judged('repeat', 'So is one that came before.'),
      judged('turned', 'So are events that come in another order than they happened.'),
      judged('long', 'So is a message of 20 kB.'),
      judged('slow', 'So is a message that arrives in small pieces.'),
      judged('time', 'Every answer comes within 15 seconds.'),
      judged('flood', 'After 5 MB that nobody signed, the receiver takes the next message.'),
    ],
  },
  { title: 'Orders', sentences: told ? ORDERS : ORDERS.map(({ at, says }) => hidden(at, says)) },
]
