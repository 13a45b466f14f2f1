/** What is shown and approved: the facts that the service signed, and no others. */
import type { Json } from '../call.ts'
import { digestOf, newId, signedBy } from './facts.ts'
import { reportedOf, type WalletPlay, withFacts } from './play.ts'

const OTHER = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ'

/** What is changed of the record after it was signed, and where that can be seen. */
const CHANGES: readonly (readonly [at: string, what: string, change: (facts: Json) => Json, seen?: string])[] = [
  ['address', 'another account', (one) => ({ ...one, payment: { ...one.payment, to: OTHER } }), OTHER],
  ['amount', 'a hundred times as much', (one) => ({ ...one, payment: { ...one.payment, amount: '1250' } }), '1250'],
  [
    'network',
    'the public network',
    (one) => ({ ...one, payment: { ...one.payment, network: 'stellar_public' } }),
    'stellar_public',
  ],
  ['asset', 'another asset', (one) => ({ ...one, payment: { ...one.payment, asset: 'USDC' } }), 'USDC'],
  ['asset', 'an issuer', (one) => ({ ...one, payment: { ...one.payment, issuer: OTHER } })],
  ['memo', 'another text', (one) => ({ ...one, payment: { ...one.payment, memo: '9999' } }), '9999'],
  ['memo', 'none', (one) => ({ ...one, payment: { ...one.payment, memo: undefined } })],
  ['memo kind', 'a number', (one) => ({ ...one, payment: { ...one.payment, memo: 'id:4071' } }), 'id:4071'],
  ['payee', 'another name', (one) => ({ ...one, payee: { ...one.payee, name: 'Quay Books' } }), 'Quay Books'],
  ['domain', 'another one', (one) => ({ ...one, payee: { ...one.payee, domain: 'quay.example' } }), 'quay.example'],
  ['time', 'a year later', (one) => ({ ...one, expires_at: `2${one.expires_at.slice(1)}`.replace(/^\d{4}/, '2999') })],
]

const SHOWN = ['Harbour Books till', 'shop.example', 'stellar_testnet', '12.5', 'XLM', '4071']

export const judgeFacts = async (play: WalletPlay): Promise<void> => {
  const { book, service } = play
  const genuine = service.ask()
  const { text } = await play.show(genuine)
  const missing = [...SHOWN, genuine.record.payment.to as string].filter((one) => !text.includes(one))
  book.judge('shown', 'a request that holds', missing.length === 0, `without ${missing.join(', ')}: ${text}`)
  await play.goesThrough('genuine', 'a request that holds', genuine)
  for (const [at, what, change, seen] of CHANGES) {
    const asked = service.ask({ show: (record) => withFacts(record, change) })
    const shown = await play.show(asked)
    book.judge(at, `${what}, when it is shown`, seen === undefined || !shown.text.includes(seen), shown.text)
    await play.isRefused(at, what, asked)
  }
  await judgeSignature(play)
  await judgeOther(play)
}

const factsIn = (record: Json): Json => {
  let facts: Json
  withFacts(record, (one) => (facts = one))
  return facts
}

const judgeSignature = async (play: WalletPlay): Promise<void> => {
  const { service } = play
  const { key, stranger } = service
  const odd: readonly (readonly [at: string, what: string, show: (record: Json) => Json])[] = [
    ['digest', 'of other facts', (one) => ({ ...one, facts_digest: digestOf({ not: 'these' }) })],
    ['signature', 'one of its letters changed', (one) => ({ ...one, facts_jws: turned(one.facts_jws) })],
    [
      'signature',
      'of another request',
      (one) => ({ ...one, facts_jws: signedBy(key, { ...factsIn(one), request_id: newId('pr') }) }),
    ],
    ['unsigned', 'no signature', ({ facts_jws: _jws, ...one }) => one],
    [
      'unsigned',
      'an algorithm that needs none',
      (one) => ({
        ...one,
        facts_jws: `${signedBy(key, factsIn(one), { alg: 'none' }).split('.').slice(0, 2).join('.')}.`,
      }),
    ],
    [
      'statement',
      'a receipt',
      (one) => ({ ...one, facts_jws: signedBy(key, factsIn(one), { typ: 'svc-receipt+jws' }) }),
    ],
    ['key', 'a key that is served', (one) => ({ ...one, facts_jws: signedBy(stranger, factsIn(one)) })],
    [
      'key',
      'a key with the name of the known one',
      (one) => ({ ...one, facts_jws: signedBy({ ...stranger, kid: key.kid }, factsIn(one)) }),
    ],
  ]
  for (const [at, what, show] of odd) await play.isRefused(at, what, service.ask({ show }))
}

const turned = (jws: string): string => {
  const at = jws.lastIndexOf('.') + 10
  return `${jws.slice(0, at)}${jws[at] === 'A' ? 'B' : 'A'}${jws.slice(at + 1)}`
}

/** Signed by the right key, but not what was asked about. */
const judgeOther = async (play: WalletPlay): Promise<void> => {
  const { book, service } = play
  const foreign = (record: Json): Json => {
    const changed = withFacts(record, (one) => ({ ...one, issuer: 'https://other.example' }))
    return { ...changed, facts_jws: signedBy(service.key, factsIn(changed)) }
  }
  await play.isRefused('service', 'signed by the same key', service.ask({ show: foreign }))
  const other = service.ask()
  const asked = service.ask({ show: () => other.record })
  await play.isRefused('other request', 'in place of the one that was asked for', asked)
  book.judge('other request', 'the other one', other.reports.length === 0, reportedOf(other))
  other.record = { ...other.record, status: 'expired' }
}
