/**
 * The tier of an operation, an error and an event: what the specification names, what completes it, and the modules beyond.
 * A service can leave out every module (`EXTENSIONS=none`); nothing of the first two tiers depends on one.
 */

/** What each module beyond the specification is for, in the order in which it is shown. */
const MODULES = {
  teams: { title: 'Teams and passkeys', about: 'Several people and organizations, their sessions, and passkeys.' },
  payee_safety: {
    title: 'Payee safety',
    about: 'Waiting times, second approvals, holds and recalls of payees, and what anybody can look up about one.',
  },
  evidence: {
    title: 'Log, evidence and receipts',
    about: 'What the ledger shows of a payment, who it is bound to, receipts of it, and the public log of payees.',
  },
  delivery: {
    title: 'Feeds, streams and webhook tools',
    about: 'Feeds of an organization, a wallet and a project, streams of each, and the upkeep of webhook endpoints.',
  },
  devices: {
    title: 'Linked devices and push',
    about: 'Several devices of one wallet, keys that sign decisions, and push messages.',
  },
  agent_tools: {
    title: 'Agent tools',
    about:
      "What an agent takes back or looks up: cancel, disconnect, list payees, find a payee on its domain. And an agent of the user's own.",
  },
  policy_tools: {
    title: 'Policy tools',
    about:
      'Pause, simulate and look back on spending limits, stop every agent at once, and pass a refused payment to its payer.',
  },
  merchant_tools: {
    title: 'Merchant keys, search and audit',
    about: "Keys for a merchant's own servers, search, overview, renaming, the audit log and exports.",
  },
} as const

export type Module = keyof typeof MODULES
export type Tier = 'specification' | 'completes' | Module

export const TIERS: Readonly<Record<Tier, { readonly title: string; readonly about: string }>> = {
  specification: { title: 'Specification', about: 'The specification names it.' },
  completes: {
    title: 'Completes the specification',
    about: "The specification can't be carried out without it, and doesn't name it.",
  },
  ...MODULES,
}

const ORDER = Object.keys(TIERS) as Tier[]

/** Whether a service without any module has it. */
export const isCore = (tier: Tier): boolean => tier === 'specification' || tier === 'completes'

/** What a service serves of the modules: every one, or none. */
export const EXTENSIONS = ['all', 'none'] as const
export type Extensions = (typeof EXTENSIONS)[number]

export const isServed = (tier: Tier, extensions: Extensions): boolean => extensions === 'all' || isCore(tier)

export const compareTiers = (a: Tier, b: Tier): number => ORDER.indexOf(a) - ORDER.indexOf(b)
