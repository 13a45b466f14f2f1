/** docs/journeys.md: every journey of the acceptance suite, by user, with the file that performs it. */
import { readdirSync, readFileSync } from 'node:fs'
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
}

const journeysIn = (file: string, source: string): Journey[] => {
  const found: Journey[] = []
  new Visitor({
    CallExpression({ callee, arguments: [user, name] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'journey') return
      if (user?.type !== 'Literal' || name?.type !== 'Literal')
        throw new TypeError(`${file}: name each journey plainly`)
      if (!(String(user.value) in USERS)) throw new TypeError(`${file}: there is no user "${String(user.value)}"`)
      found.push({ user: user.value as User, name: String(name.value), file })
    },
  }).visit(parseSync(file, source).program)
  return found
}

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
