/**
 * Decides what a slot is: 15 bits that say where a merchant's or a device's records live. Every id and secret carries its
 * owner's slot, so that a deployment can later be split into cells by a router that reads nothing else
 * (docs/decisions/ids-secrets-and-slots.md). Today there is one cell, and slots are given out at random.
 */
export type Slot = number & { readonly __slot: true }

export const SLOTS = 2 ** 15

/** Crockford base32 in lower case: 32 letters, 5 bits each, so three of them are a slot. */
export const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz'
export const SLOT_PATTERN = `[${CROCKFORD}]{3}`

/** Of accounts, sign-in links and session grants, which belong to neither a merchant nor a device. */
export const NO_SLOT = toSlot(0)

export function randomSlot(): Slot {
  return toSlot(crypto.getRandomValues(new Uint16Array(1))[0] ?? 0)
}

export function slotText(slot: Slot): string {
  return CROCKFORD.charAt(slot >> 10) + CROCKFORD.charAt((slot >> 5) & 31) + CROCKFORD.charAt(slot & 31)
}

/** Of three letters that fit SLOT_PATTERN. */
export function slotFromText(text: string): Slot {
  return toSlot(Array.from(text).reduce((value, letter) => value * 32 + CROCKFORD.indexOf(letter), 0))
}

/** The last 15 bits of a number. */
export function toSlot(value: number): Slot {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the one place that gives the brand
  return (value & (SLOTS - 1)) as Slot
}
