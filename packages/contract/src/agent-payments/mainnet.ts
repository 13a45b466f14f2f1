/**
 * Decides whether a call names a mainnet network (specification 1.8, 7). The agent-payment surface serves the public testnet
 * only, and a name must not slip by in another spelling: texts are compared as people read them, after NFKC and case
 * folding, without separators and invisible characters, with look-alike letters made one.
 *
 * A field that the operation declares names a network by its whole value alone: `purpose` and `reason` may speak of one, and
 * a signature may spell any word by chance. A field that it does not declare would be refused in any case; it does so
 * wherever a name or a common alias stands in it. Keys count as a whole.
 */

import { ALL_NETWORK_NAMES } from '@pursestrings/protocol/network-names'
import { networkOf } from '@pursestrings/protocol/networks'
import type { TSchema } from 'typebox'
import { foldKey, skeletonOf } from '../payment-requests/no-overrides.ts'

export const MAINNET_NAMES = ALL_NETWORK_NAMES.filter((name) => !networkOf(name).testnet)

/** What mainnets are called elsewhere; the last is how Stellar's own is named in every transaction. */
const ALIASES = ['mainnet', 'pubnet', 'Public Global Stellar Network']

/** Scripts that spell no Latin name. NFKC makes some of their letters many: spared, since every call pays for this. */
const FOREIGN = /[\p{Script=Arabic}\p{Script=Han}\p{Script=Hangul}\p{Script=Katakana}]+/gu

const formOf = (text: string): string => skeletonOf(foldKey(text.replace(FOREIGN, '一')))

const whole = new Set(MAINNET_NAMES.map(formOf))
const anywhere = new RegExp([...whole, ...ALIASES.map(formOf)].join('|'))

type Node = { properties?: Record<string, Node>; items?: Node; anyOf?: readonly Node[] }

/** The path of the first place that names a mainnet network; undefined if none does. */
export const mainnetIn = (schema: TSchema | undefined, value: unknown): string | undefined => search(schema, value, [])

const search = (declared: Node | undefined, value: unknown, path: readonly string[]): string | undefined => {
  if (typeof value === 'string') {
    const form = formOf(value)
    return (declared ? whole.has(form) : anywhere.test(form)) ? path.join('.') : undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, item] of Object.entries(value)) {
    const at = [...path, key]
    if (whole.has(formOf(key))) return at.join('.')
    const found = search(childOf(declared, value, key), item, at)
    if (found !== undefined) return found
  }
  return undefined
}

const childOf = (declared: Node | undefined, value: object, key: string): Node | undefined => {
  if (!declared) return undefined
  const pick = ({ items, properties }: Node) => (Array.isArray(value) ? items : properties?.[key])
  return [declared, ...(declared.anyOf ?? [])].map(pick).find((node) => node !== undefined)
}
