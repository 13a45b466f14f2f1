/** docs/generated/states.md: every table of moves of the contract, as a table and as a diagram. */
import { AGENT_PAYMENT_STATUS_NEXT } from '@pursestrings/contract/agent-payments/records'
import { AGENT_STATUS_NEXT } from '@pursestrings/contract/agents/records'
import { INVITATION_STATUS_NEXT } from '@pursestrings/contract/connect-invitations/records'
import { CONNECTION_STATUS_NEXT } from '@pursestrings/contract/connections/records'
import { PAIRING_STATUS_NEXT } from '@pursestrings/contract/pairing/records'
import { RECIPIENT_VERSION_NEXT } from '@pursestrings/contract/recipients/records'
import { PAYMENT_STATUS_NEXT, POLICY_STATUS_NEXT } from '@pursestrings/protocol/payment-status'

type Moves = Readonly<Record<string, readonly string[]>>

/** In the order in which a newcomer meets them; the first status of each is where a record begins. */
const TABLES: readonly (readonly [string, Moves, string?])[] = [
  [
    'Payment requests',
    PAYMENT_STATUS_NEXT,
    'A request becomes `expired` by itself; the wallet reports every other status. A transaction reported after that is kept as a late report, and changes no status.',
  ],
  ['Recipient versions', RECIPIENT_VERSION_NEXT],
  ['Agents', AGENT_STATUS_NEXT],
  ['Connect invitations', INVITATION_STATUS_NEXT],
  ['Pairing sessions', PAIRING_STATUS_NEXT],
  ['Connections', CONNECTION_STATUS_NEXT],
  [
    'Agent payments',
    AGENT_PAYMENT_STATUS_NEXT,
    'A payment becomes `expired` by itself, and `canceled` by its project; the wallet reports every other status. `approved` is the wallet’s claim before it signs. If a payment is over before a claim, its amount is released; after a claim or a reported transaction it never is.',
  ],
  [
    'Automation policies',
    POLICY_STATUS_NEXT,
    'Only an `active` policy lets an agent pay without asking. Proposing higher limits doesn’t change the status: the current ones stay until the user agrees.',
  ],
]

/** Repositories' own viewers draw it; the site draws it when it is built. The comment is what is read aloud. */
const picture = (name: string, moves: Moves): string =>
  [
    'stateDiagram-v2',
    `  %% ${name}: which status may follow which`,
    ...Object.entries(moves).flatMap(([status, next]) => next.map((one) => `  ${status} --> ${one}`)),
  ].join('\n')

const section = ([name, moves, note]: (typeof TABLES)[number]): string => {
  const rows = Object.entries(moves).map(
    ([status, next]) => `| \`${status}\` | ${next.map((n) => `\`${n}\``).join(', ') || 'nothing (final)'} |`,
  )
  return `## ${name}
${note === undefined ? '' : `\n${note}\n`}
\`\`\`mermaid
${picture(name, moves)}
\`\`\`

| Status | May be followed by |
|---|---|
${rows.join('\n')}
`
}

export const states = (made: string): string => `${made}

# States

Every status a record can have, and which one may follow. Any other move is refused. A status that nothing follows is final.

${TABLES.map(section).join('\n')}`
