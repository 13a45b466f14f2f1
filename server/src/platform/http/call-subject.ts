/**
 * Who called, and about which record, for the line that a call leaves: by ids alone, which are nobody's name. So the
 * `request_id` that a caller reports leads to an organization or a wallet, and to what was asked for.
 */
import { DIGITS, idOf, PREFIXES } from '@pursestrings/contract/wire/ids'
import type { Admitted } from '../credentials/guards.ts'
import { Written } from './written.ts'

export interface Subject {
  readonly caller: string
  readonly organization?: string
  readonly connection?: string
  readonly wallet?: string
}

export const subjectOf = (caller: Admitted): Subject => {
  const { kind } = caller
  const of = {
    ...('merchant_id' in caller && { organization: idOf('mer', caller.merchant_id) }),
    ...('connection_id' in caller && { connection: idOf('con', caller.connection_id) }),
    ...(caller.kind === 'device_token' && 'device_id' in caller && { wallet: idOf('dev', caller.device_id) }),
  }
  if (!('owner_id' in caller)) return { caller: kind, ...of }
  if (kind === 'device_token') return { caller: kind, wallet: idOf('dev', caller.owner_id) }
  const { share_key, owner_id } = caller
  return {
    caller: kind,
    ...(share_key !== '' && { organization: idOf('mer', share_key) }),
    connection: idOf('con', owner_id),
  }
}

const KNOWN: ReadonlySet<string> = new Set(Object.values(PREFIXES))
const isId = (value: unknown): value is string => {
  if (typeof value !== 'string') return false
  const at = value.indexOf('_')
  return KNOWN.has(value.slice(0, at)) && DIGITS.test(value.slice(at + 1))
}

/** The record that the address names last. */
export const recordNamed = (params: unknown): string | undefined => Object.values(params ?? {}).findLast(isId)

/** The record that an answer tells of first: what was just made. */
export const recordMade = (answer: unknown): string | undefined => {
  if (answer instanceof Written) return /"([a-z]{2,3}_[0-7][0-9a-hjkmnp-tv-z]{25})"/.exec(answer.fields)?.[1]
  if (answer === null || typeof answer !== 'object') return undefined
  const values = Object.values(answer)
  return values.find(isId) ?? values.map(recordMade).find((id) => id !== undefined)
}
