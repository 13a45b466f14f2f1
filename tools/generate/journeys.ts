/**
 * docs/journeys.md: every journey by user, with the test that performs it; and which operations of modules need one. Most are in the
 * acceptance suite. What needs a browser, a passkey, a ledger or a mailbox of its own is listed in tests/journeys.json, with its test.
 */
import { readdirSync, readFileSync } from 'node:fs'
import type { Operation } from '@pursestrings/contract/operation'
import { isCore } from '@pursestrings/contract/tiers'
import { parseSync, Visitor } from 'oxc-parser'
import { hasTest } from '../check/full-list.ts'

export const JOURNEYS = 'tests/acceptance/journeys'
const ELSEWHERE = 'tests/journeys.json'

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
  /** `resource.action` of each operation that it calls, as the SDK spells them. */
  readonly calls: ReadonlySet<string>
}

/** Which operations the SDK's own ways call, where they are called otherwise. */
const WAYS: Readonly<Record<string, readonly string[]>> = {
  enroll: ['connectInvitations.enroll'],
  useLinkCode: ['devices.link'],
  useDeviceKey: ['devices.createKeyChallenge', 'devices.addKey'],
  'feed.follow': ['feed.list'],
}

const spelled = (id: string): string => id.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

const journeysIn = (file: string, source: string): Journey[] => {
  const found: (Omit<Journey, 'calls'> & { readonly from: number; readonly to: number })[] = []
  const calls: { readonly name: string; readonly at: number }[] = []
  new Visitor({
    CallExpression({ callee, arguments: [user, name], start, end }) {
      if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier') {
        const { property: action, object } = callee
        const of =
          object.type === 'MemberExpression' && object.property.type === 'Identifier' ? object.property : undefined
        const way = of ? `${of.name}.${action.name}` : action.name
        calls.push(...(WAYS[way] ?? [way]).map((called) => ({ name: called, at: start })))
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
  const all = allJourneys(root)
  return Object.fromEntries(
    operations.flatMap(({ id, tier }) => {
      const needs = isCore(tier) ? undefined : all.find((one) => one.calls.has(spelled(id)))
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

/** Of the acceptance suite. */
export const readJourneys = (root: string): Journey[] => {
  const files = readdirSync(`${root}${JOURNEYS}`).filter((file) => file.endsWith('.test.ts'))
  return files.toSorted().flatMap((name) => {
    const file = `${JOURNEYS}/${name}`
    return journeysIn(file, readFileSync(`${root}${file}`, 'utf8'))
  })
}

const allJourneys = (root: string): Journey[] => [...readJourneys(root), ...elsewhere(root)]

interface Elsewhere extends Pick<Journey, 'user' | 'name'> {
  /** As `file: name of the test`. */
  readonly test: string
  /** Operations of modules that it calls. */
  readonly needs: readonly string[]
}

const elsewhere = (root: string): Journey[] => {
  const list = JSON.parse(readFileSync(`${root}${ELSEWHERE}`, 'utf8')) as readonly Elsewhere[]
  return list.map(({ user, name, test, needs }) => {
    const [file = '', named = ''] = test.split(/: (.*)/s)
    if (!hasTest(file, readFileSync(`${root}${file}`, 'utf8'), named)) throw new Error(`${file} has no test "${named}"`)
    return { user, name, file, calls: new Set(needs.map(spelled)) }
  })
}

export const journeys = (made: string, root: string): string => {
  const all = allJourneys(root)
  const sections = (Object.keys(USERS) as User[]).flatMap((user) => {
    const rows = all.filter((one) => one.user === user)
    const lines = rows.map(({ name, file }) => `- [${name}](../${file})`)
    return rows.length === 0 ? [] : [`## ${USERS[user]}\n\n${lines.join('\n')}`]
  })
  return `${made}

# Journeys

What people and programs come for, ${all.length} journeys in all. Each links to the test that performs it. Those in \`${JOURNEYS}\` need
nothing but the SDK, and run against any service: \`npm run acceptance\`. The others need a browser, a passkey, a ledger or a mailbox.

${sections.join('\n\n')}
`
}
