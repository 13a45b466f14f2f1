/** The service's signature under what it says about the ledger: by the receipt key of the moment, which signs nothing else. */
import { sign } from 'node:crypto'
import { jwsHeaderText } from '@countersign/contract/facts-keys/key-endorsement'
import { canonicalJson } from '@countersign/contract/wire/canonical'
import { type KeySource, sourceOf } from './key-set.ts'
import type { FactsKey } from './read-facts-keys.ts'

/** `typ` tells what is signed, so that no other signature of the service can be taken for it. */
export type SignReceipt = (typ: string, statement: Readonly<Record<string, unknown>>) => string

export const receiptSignerOf = (keys: readonly FactsKey[] | KeySource): SignReceipt => {
  const source = sourceOf(keys)
  return (typ, statement) => {
    const { first } = source()
    if (first?.private_key === undefined) throw new TypeError('the first key signs')
    const { kid, private_key } = first
    const part = (text: string): string => Buffer.from(text).toString('base64url')
    const input = `${part(jwsHeaderText(kid, typ))}.${part(canonicalJson(statement))}`
    return `${input}.${sign(null, Buffer.from(input), private_key).toString('base64url')}`
  }
}
