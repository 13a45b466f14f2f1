/** docs/journeys.md: every journey of the acceptance suite, by user, with the file that performs it; and which operations need one. */
import { readdirSync, readFileSync } from 'node:fs'
import type { Operation } from '@pursestrings/contract/operation'
import { isCore } from '@pursestrings/contract/tiers'
import { parseSync, Visitor } from 'oxc-parser'

export const JOURNEYS = 'tests/acceptance/journeys'

const USERS = {
  merchant: 'Merchants',
  agent: 'Agent developers',
  payer: 'Payers',
  wallet: 'Wallet developers',
  operator: 'People who run it',
} as const
type User = keyof typeof USERS

interface Journey {
  readonly user: User
  readonly name: string
  readonly file: string
  /** `resource.action` of each call of a client that stands in it, as the SDK spells them. */
  readonly calls: ReadonlySet<string>
}

const journeysIn = (file: string, source: string): Journey[] => {
  const found: (Omit<Journey, 'calls'> & { readonly from: number; readonly to: number })[] = []
  const calls: { readonly name: string; readonly at: number }[] = []
  new Visitor({
    CallExpression({ callee, arguments: [user, name], start, end }) {
      if (callee.type === 'MemberExpression' && callee.object.type === 'MemberExpression') {
        const { property: action, object } = callee
        const { property: resource } = object
        if (action.type === 'Identifier' && resource.type === 'Identifier')
          calls.push({ name: `${resource.name}.${action.name}`, at: start })
      }
      if (callee.type !== 'Identifier' || callee.name !== 'journey') return
      if (user?.type !== 'Literal' || name?.type !== 'Literal')
        throw new TypeError(`${file}: name each journey plainly`)
      if (!(String(user.value) in USERS)) throw new TypeError(`${file}: there is no user "${String(user.value)}"`)
      found.push({ user: user.value as User, name: String(name.value), file, from: start, to: end })
    },
  }).visit(parseSync(file, source).program)
  return found.map(({ from, to, ...of }) => {
    const within = calls.filter(({ at }) => at > from && at < to)
    return { ...of, calls: new Set(within.map((call) => call.name)) }
  })
}

/** The first journey that calls each operation of a module, by the operation's id. */
export const journeysByOperation = (
  operations: readonly Operation[],
  root: string,
): Readonly<Record<string, string>> => {
  const all = readJourneys(root)
  return Object.fromEntries(
    operations.flatMap(({ id, tier }) => {
      const spelled = id.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
      const needs = isCore(tier) ? undefined : all.find((one) => one.calls.has(spelled))
      return needs ? [[id, needs.name]] : []
    }),
  )
}

/** Read by the contract, which can't see the tests. */
export const journeysText = (
  operations: readonly Operation[],
  root: string,
): string => `// Made by \`npm run generate\`; do not edit.
/** Of docs/journeys.md, one that needs the operation of a module. */
export const JOURNEYS: Readonly<Record<string, string>> = ${JSON.stringify(journeysByOperation(operations, root))}
`

export const readJourneys = (root: string): Journey[] => {
  const files = readdirSync(`${root}${JOURNEYS}`).filter((file) => file.endsWith('.test.ts'))
  return files.toSorted().flatMap((file) => journeysIn(file, readFileSync(`${root}${JOURNEYS}/${file}`, 'utf8')))
}

export const journeys = (made: string, root: string): string => {
  const all = readJourneys(root)
  const sections = (Object.keys(USERS) as User[]).flatMap((user) => {
    const rows = all.filter((one) => one.user === user)
    const lines = rows.map(({ name, file }) => `- [${name}](../${JOURNEYS}/${file})`)
    return rows.length === 0 ? [] : [`## ${USERS[user]}\n\n${lines.join('\n')}`]
  })
  return `${made}

# Journeys

What people and programs come for, ${all.length} journeys in all. Each links to the test that performs it with nothing but the SDK,
against any running service: \`npm run acceptance\`. Every check runs them all.

${sections.join('\n\n')}
`
}
