/**
 * Decides how a record is named on the wire (contract, section 1, "Identifiers"): a typed prefix and a UUIDv7 in 26
 * characters of lower-case Crockford base32, in one spelling only. Anything else reads as the nil UUID, which no record
 * has: a malformed id takes the path of an absent one, so the two answers cannot be told apart.
 */
import { type TUnsafe, Type } from 'typebox'

export const PREFIXES = {
  merchant: 'mer',
  account: 'acc',
  domain: 'dom',
  recipient: 'rcp',
  recipient_version: 'rcv',
  evidence: 'evd',
  agent: 'agt',
  credential: 'crd',
  device: 'dev',
  connect_invitation: 'cki',
  connection: 'con',
  pairing_session: 'prs',
  transaction: 'txn',
  payment_request: 'pr',
  event: 'evt',
  webhook_endpoint: 'whe',
  webhook_delivery: 'whd',
  project: 'prj',
  api_key: 'key',
  agent_payment: 'apy',
  policy: 'pol',
  audit_event: 'aud',
  session: 'ses',
} as const

export type Prefix = (typeof PREFIXES)[keyof typeof PREFIXES]
export type Id<P extends Prefix> = `${P}_${string}`
export type Uuid = string & { readonly __uuid: true }

export const NIL_UUID = hyphenated('0'.repeat(32))

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const DIGITS = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/

const [HYPHEN, DIGIT_0, LETTER_A] = [45, 48, 97] as const

/** The latest time and the count within it: ids that one process makes are ordered, also within a millisecond. */
const made = { at: -1, count: 0 }
const COUNT_MAX = 0xfff

export function newUuid(now: number = Date.now()): Uuid {
  if (!Number.isInteger(now) || now < 0 || now >= 2 ** 48) throw new RangeError(`not a UUIDv7 time: ${now}`)
  const random = crypto.getRandomValues(new Uint32Array(3))
  if (now !== made.at) Object.assign(made, { at: now, count: (random[2] ?? 0) & 0x7ff })
  // 4,096 in one millisecond would begin the count anew; the 62 random bits keep such ids apart all the same.
  else made.count = (made.count + 1) & COUNT_MAX
  const time = now.toString(16).padStart(12, '0')
  const high = `${time}7${made.count.toString(16).padStart(3, '0')}`
  const variant = (((random[0] ?? 0) & 0x3fffffff) | 0x80000000) >>> 0
  return hyphenated(`${high}${variant.toString(16)}${(random[1] ?? 0).toString(16).padStart(8, '0')}`)
}

export function idOf<P extends Prefix>(prefix: P, uuid: Uuid): Id<P> {
  let text = ''
  let bits = 0
  let held = 2 // 26 characters hold 130 bits, so two zero bits lead
  // By character code: a page of a feed has hundreds of ids.
  for (let i = 0; i < uuid.length; i++) {
    const code = uuid.charCodeAt(i)
    if (code === HYPHEN) continue
    bits = (bits << 4) | (code < LETTER_A ? code - DIGIT_0 : code - LETTER_A + 10)
    held += 4
    if (held < 5) continue
    held -= 5
    text += ALPHABET.charAt(bits >> held)
    bits &= (1 << held) - 1
  }
  return `${prefix}_${text}`
}

export function uuidOf(prefix: Prefix, id: string): Uuid {
  const text = id.slice(prefix.length + 1)
  if (!id.startsWith(`${prefix}_`) || !DIGITS.test(text)) return NIL_UUID
  let hex = ''
  let bits = 0
  let held = -2
  for (const character of text) {
    bits = (bits << 5) | ALPHABET.indexOf(character)
    for (held += 5; held >= 4; bits &= (1 << held) - 1) {
      held -= 4
      hex += (bits >> held).toString(16)
    }
  }
  return hyphenated(hex)
}

export function IdSchema<P extends Prefix>(prefix: P): TUnsafe<Id<P>> {
  const description = `Typed identifier: \`${prefix}_\` and a UUIDv7 in 26 characters of lower-case Crockford base32.`
  return Type.Unsafe<Id<P>>(Type.String({ pattern: DIGITS.source.replace('^', `^${prefix}_`), description }))
}

function hyphenated(hex: string): Uuid {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the one place that gives the brand
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') as Uuid
}
