/**
 * Whether what a client shows is what was signed. Reads the words and the data as a payer or a program would, and knows
 * nothing of how the clients make them: links by their parameters, amounts, addresses, memos and payees wherever they stand.
 */
import type { PaymentFacts } from '@pursestrings/sdk'
import type { Shown } from './showings.ts'

export interface Signed extends PaymentFacts {
  readonly facts_digest: string
}

/** What differs from the requests that may be shown; empty where nothing does. */
export const wrongIn = ({ text, json }: Shown, signed: readonly Signed[]): string[] => {
  const all = `${text}\n${json === undefined ? '' : JSON.stringify(json)}`
  return [
    ...linksIn(all, signed),
    ...wordsIn(text, signed),
    ...fieldsIn(text, signed),
    ...rowsIn(text, signed),
    ...dataIn(json, signed),
  ]
}

/** Whether it shows a payment at all. */
export const isShown = ({ text, json }: Shown): boolean =>
  /\d [A-Z]{3,12}\b/.test(text) || /"(to|payment|amount)":/.test(JSON.stringify(json ?? null))

const PASSPHRASES: Readonly<Record<string, string>> = {
  stellar_public: 'Public Global Stellar Network ; September 2015',
  stellar_testnet: 'Test SDF Network ; September 2015',
}

const parametersOf = ({ payment, facts_digest }: Signed): [string, string][] => [
  ['destination', payment.to],
  ['amount', payment.amount],
  ...(payment.issuer === undefined ? [] : named({ asset_code: payment.asset, asset_issuer: payment.issuer })),
  ...memoOf(payment.reference === undefined ? payment.memo : `hash:${facts_digest}`),
  ['network_passphrase', PASSPHRASES[payment.network] ?? 'none'],
]

const memoOf = (memo: string | undefined): [string, string][] => {
  if (memo === undefined) return []
  const [, kind, value = ''] = /^(id|hash):(.*)$/s.exec(memo) ?? []
  if (kind === 'id') return named({ memo: value, memo_type: 'MEMO_ID' })
  if (kind === 'hash') return named({ memo: Buffer.from(value, 'hex').toString('base64'), memo_type: 'MEMO_HASH' })
  return named({ memo, memo_type: 'MEMO_TEXT' })
}

const named = (values: Readonly<Record<string, string>>): [string, string][] => Object.entries(values)

/** In any order, each once. */
const spelled = (parameters: readonly [string, string][]): string =>
  parameters
    .map(([name, value]) => `${name}=${value}`)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .join('\n')

const linksIn = (all: string, signed: readonly Signed[]): string[] =>
  [...all.matchAll(/web\+stellar:[^\s"\\]*/g)].flatMap(([link]) => {
    const [head, query = ''] = link.split('?')
    // As SEP-7 reads it: a plus is a plus.
    const said = spelled([...new URLSearchParams(query.replaceAll('+', '%2B'))])
    const fits = signed.some((one) => spelled(parametersOf(one)) === said)
    return head === 'web+stellar:pay' && fits ? [] : [`link ${link}`]
  })

const found = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([one]) => one)

/** Every amount with its asset and network, every address or what is nearly one, and payees in a sentence. */
const wordsIn = (text: string, signed: readonly Signed[]): string[] => {
  const words = text.replaceAll(/web\+stellar:\S*/g, '')
  const sums = new Set(signed.map(({ payment }) => `${payment.amount} ${payment.asset}`))
  const places = new Set(signed.map(({ payment }) => `${payment.amount} ${payment.asset} on ${payment.network}`))
  const payees = new Set(signed.map(({ payee }) => `payee ${JSON.stringify(payee.name)} of ${payee.domain},`))
  const addresses = signed.map(({ payment }) => payment.to)
  return [
    ...found(words, /(?<![\w.])\d[\d.]* [A-Z][A-Za-z]{2,11}\b/g).filter((one) => !sums.has(one)),
    ...found(words, /\d[\d.]* \S+ on [\w-]+/g).filter((one) => !places.has(one)),
    ...found(words, /payee ".*" of \S+,/g).filter((one) => !payees.has(one)),
    ...words.split(/[\s,"']+/).filter((word) => addresses.some((to) => isNearly(word, to))),
  ]
}

const isNearly = (word: string, address: string): boolean => {
  if (word === address || Math.abs(word.length - address.length) > 1) return false
  const same = Array.from(address).filter((letter, at) => letter === word[at]).length
  return same > address.length / 2
}

/** The named lines of one request, as the CLI prints them: all of them, as soon as there is one. */
const fieldsIn = (text: string, [one]: readonly Signed[]): string[] => {
  const lines = new Map(
    [...text.matchAll(/^(amount|payee|to|memo) {2,}(.*)$/gm)].map(([, name, value]) => [name, value]),
  )
  if (lines.size === 0 || !one) return []
  const { payment, payee } = one
  const expected = {
    amount: `${payment.amount} ${payment.asset} on ${payment.network}`,
    payee: `${payee.name}, listed by ${payee.domain}`,
    to: payment.to,
    memo: payment.memo,
  }
  return Object.entries(expected)
    .filter(([name, value]) => lines.get(name) !== value)
    .map(([name]) => `${name} ${lines.get(name)}`)
}

/** Rows of a table: request, status, amount, payee. */
const rowsIn = (text: string, signed: readonly Signed[]): string[] =>
  [...text.matchAll(/^(\S+) +\S+ +(\d\S* \S+) {2,}(.*)$/gm)].flatMap(([row, id, sum, name]) => {
    const one = signed.find(({ request_id }) => request_id === id)
    const fits = one && sum === `${one.payment.amount} ${one.payment.asset}` && name === one.payee.name
    return fits ? [] : [row]
  })

const NAMES = ['amount', 'asset', 'network', 'to', 'memo', 'reference', 'issuer'] as const

/** Every object that names a payment or a payee, held against the request whose id stands closest around it. */
const dataIn = (value: unknown, signed: readonly Signed[], around?: string): string[] => {
  if (Array.isArray(value)) return value.flatMap((one) => dataIn(one, signed, around))
  if (typeof value !== 'object' || value === null) return []
  const said = value as Readonly<Record<string, unknown>>
  const id = typeof said['request_id'] === 'string' ? said['request_id'] : around
  const inside = Object.values(said).flatMap((one) => dataIn(one, signed, id))
  const names = ['amount', 'reference_value', 'domain', 'payee_domain'].filter((name) => said[name] !== undefined)
  if (names.length === 0) return inside
  const one = signed.find(({ request_id }) => request_id === id)
  return [...inside, ...(one ? differing(said, one) : [`a payment of ${id}, which was not asked for`])]
}

const differing = (said: Readonly<Record<string, unknown>>, { payment, payee, facts_digest }: Signed): string[] => {
  // What is not a whole payment may leave facts out, but not tell them otherwise.
  const whole = said['decimals'] !== undefined
  const told = (name: string): boolean => said['amount'] !== undefined && (whole || said[name] !== undefined)
  const expected: [name: string, applies: boolean, value: unknown][] = [
    ...NAMES.map((name): [string, boolean, unknown] => [name, told(name), payment[name]]),
    ['name', said['domain'] !== undefined, payee.name],
    ['domain', said['domain'] !== undefined, payee.domain],
    ['payee_name', said['payee_domain'] !== undefined, JSON.stringify(payee.name)],
    ['payee_domain', said['payee_domain'] !== undefined, payee.domain],
    ['reference_value', said['reference_value'] !== undefined, payment.reference && facts_digest],
  ]
  return expected
    .filter(([name, applies, right]) => applies && said[name] !== right)
    .map(([name]) => `${name} ${String(said[name])}`)
}
