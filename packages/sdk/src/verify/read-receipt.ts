/** The form of a receipt: one canonical JSON text of limited length, with known members and nothing else. */
import { utf8Of } from '@pursestrings/protocol/log/log-bytes'
import { canonicalObject } from '@pursestrings/protocol/log/log-entry'
import { RECEIPT_BYTES_MAX, RECEIPT_TYPE, type Receipt } from '@pursestrings/protocol/receipt'

/** Why a receipt is broken. */
export class Broken extends Error {}

export const expect = (holds: boolean, reason: string): void => {
  if (!holds) throw new Broken(reason)
}

const MEMBERS = [
  'decision_jws',
  'device',
  'facts_jws',
  'keys',
  'ledger_jws',
  'listing',
  'payee',
  'statement_jws',
  'type',
]

const hasOnly = (value: unknown, needed: readonly string[], allowed: readonly string[] = []): boolean => {
  if (typeof value !== 'object' || value === null) return false
  const names = Object.keys(value)
  return needed.every((name) => names.includes(name)) && names.every((name) => [...needed, ...allowed].includes(name))
}

const areTexts = (value: object): boolean => Object.values(value).every((one) => typeof one === 'string')

export const readReceipt = (text: string): Receipt => {
  expect(utf8Of(text).length <= RECEIPT_BYTES_MAX, 'It is too long.')
  const value = canonicalObject(text)
  expect(value?.['type'] === RECEIPT_TYPE, "This isn't a receipt, or it isn't an exact copy of one.")
  expect(hasOnly(value, ['facts_jws', 'keys', 'statement_jws', 'type'], MEMBERS), 'A member is missing or unknown.')
  const receipt = value as unknown as Receipt
  const { keys, device, payee, listing, facts_jws, statement_jws, decision_jws = '', ledger_jws = '' } = receipt
  expect(areTexts({ facts_jws, statement_jws, decision_jws, ledger_jws }), "A signature isn't a string.")
  const listed = Array.isArray(keys) && keys.length <= 8
  expect(
    listed && keys.every((key) => hasOnly(key, ['entry', 'proof']) && areTexts(key)),
    "Its keys aren't in the right form.",
  )
  expect(
    !device || (hasOnly(device, ['binding_jws', 'jwk']) && typeof device.binding_jws === 'string'),
    "Its device isn't in the right form.",
  )
  expect(!listing || (hasOnly(listing, ['evidence']) && areTexts(listing)), "Its listing isn't in the right form.")
  if (payee) {
    expect(hasOnly(payee, ['entry', 'evidence', 'opening'], ['proof']), "Its payee isn't in the right form.")
    expect(
      hasOnly(payee.opening, ['document', 'salt']) && areTexts(payee.opening),
      "Its opening isn't in the right form.",
    )
    const { opening: _opening, ...texts } = payee
    expect(areTexts(texts), "Its payee isn't in the right form.")
  }
  return receipt
}
