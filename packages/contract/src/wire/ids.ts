/**
 * Decides how a record is named on the wire: a typed prefix and a UUIDv7 in 26
 * characters of lower-case Crockford base32, in one spelling only. Anything else reads as the nil UUID, which no record
 * has: a malformed id takes the path of an absent one, so the two answers cannot be told apart.
 *
 * The last 15 bits, which are the last three characters, are the slot of the owner (`secrets.ts`).
 */

import { CROCKFORD as ALPHABET, randomSlot, SLOTS, type Slot, toSlot } from '@pursestrings/protocol/secrets'
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
  merchant_key: 'mky',
  agent_payment: 'apy',
  refused_attempt: 'apr',
  policy: 'pol',
  audit_event: 'aud',
  session: 'ses',
  member: 'mbr',
  member_invitation: 'miv',
  passkey: 'pky',
} as const

export type Prefix = (typeof PREFIXES)[keyof typeof PREFIXES]
export type Id<P extends Prefix> = `${P}_${string}`
export type Uuid = string & { readonly __uuid: true }

export const NIL_UUID = hyphenated('0'.repeat(32))

export const DIGITS = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/

const [HYPHEN, DIGIT_0, LETTER_A] = [45, 48, 97] as const

const COUNT_MAX = 0xfff

/** Drawn in bulk: asking the system for each id would take longer than making it. */
const drawn = new Uint32Array(1_024)
let left = 0
function random32(): number {
  if (left === 0) left = crypto.getRandomValues(drawn).length
  return drawn[--left] ?? 0
}

/**
 * Makes ids that are in order, whatever the clock does: where the count of a millisecond is used up, or the clock was set
 * back, the time in the id runs ahead of the clock.
 */
export function uuidMaker(clock: () => number): (slot?: Slot) => Uuid {
  let at = -1
  let count = 0
  return (slot = randomSlot()) => {
    const now = clock()
    if (!Number.isInteger(now) || now < 0 || now >= 2 ** 48) throw new RangeError(`not a UUIDv7 time: ${now}`)
    const [high, low, start] = [random32(), random32(), random32()]
    if (now > at) {
      at = now
      count = start & 0x7ff
    } else if (count < COUNT_MAX) count++
    else {
      at++
      count = 0
    }
    const time = at.toString(16).padStart(12, '0')
    const variant = (((high & 0x3fffffff) | 0x80000000) >>> 0).toString(16)
    const rest = (((low & ~(SLOTS - 1)) | slot) >>> 0).toString(16).padStart(8, '0')
    return hyphenated(`${time}7${count.toString(16).padStart(3, '0')}${variant}${rest}`)
  }
}

/** Without a slot: for a new owner, whose slot is drawn at random. What belongs to somebody takes `newUuidFor`. */
export const newUuid = uuidMaker(Date.now)

/** The slot of a record, which is the slot of whoever owns it. */
export function slotOf(uuid: Uuid): Slot {
  return toSlot(Number.parseInt(uuid.slice(-4), 16))
}

/** An id for a record of that merchant or device. */
export function newUuidFor(owner: Uuid): Uuid {
  return newUuid(slotOf(owner))
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

/** The id that examples show. */
export const exampleId = <P extends Prefix>(prefix: P): Id<P> => `${prefix}_01k0000000e008000000000000`

const NOUNS = new Map<string, string>(
  Object.entries(PREFIXES).map(([noun, prefix]) => [prefix, noun.replaceAll('_', ' ')]),
)
export const describedId = (prefix: Prefix): string =>
  `id of the ${NOUNS.get(prefix)}: \`${prefix}_\` and 26 characters of lower-case Crockford base32`

export function IdSchema<P extends Prefix>(prefix: P, description = describedId(prefix)): TUnsafe<Id<P>> {
  const pattern = DIGITS.source.replace('^', `^${prefix}_`)
  return Type.Unsafe<Id<P>>(Type.String({ pattern, description, examples: [exampleId(prefix)] }))
}

function hyphenated(hex: string): Uuid {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the one place that gives the brand
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') as Uuid
}
