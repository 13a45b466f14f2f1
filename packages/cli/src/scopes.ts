/** What a wallet can grant, and how it is written on the command line. */
import type { Scope } from '@countersign/sdk'
import { InvalidArgumentError, Option } from 'commander'

const KNOWN: Readonly<Record<Scope, true>> = {
  'payment.requests.create': true,
  'payment.requests.read': true,
  'transaction_contexts.create': true,
  'transaction_contexts.read': true,
}

export const SCOPES = Object.keys(KNOWN) as readonly Scope[]

export const scopesIn = (text: string): readonly Scope[] => {
  const names = text.split(',').map((name) => name.trim())
  const unknown = names.filter((name) => !Object.hasOwn(KNOWN, name))
  if (unknown.length > 0) throw new InvalidArgumentError(`There are ${SCOPES.join(', ')}.`)
  return names as Scope[]
}

export const scopesOption = (what: string): Option =>
  new Option('--scopes <list>', what).argParser(scopesIn).default(SCOPES, 'all, with commas between')
