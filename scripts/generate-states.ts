/** docs/generated/states.md: every table of moves of the contract, as a table and as a diagram. */
import { NEXT as agents } from '@countersign/contract/agents'
import { NEXT as connectInvitations } from '@countersign/contract/connect-invitations'
import { NEXT as connections } from '@countersign/contract/connections'
import { NEXT as pairing } from '@countersign/contract/pairing'
import { PAYMENT_STATUS_NEXT } from '@countersign/contract/payment-status'
import { RECIPIENT_VERSION_NEXT } from '@countersign/contract/recipients'

type Moves = Readonly<Record<string, readonly string[]>>

/** In the order in which a newcomer meets them; the first status of each is where a record begins. */
const TABLES: readonly (readonly [string, Moves, string?])[] = [
  [
    'Payment requests',
    PAYMENT_STATUS_NEXT,
    'Time alone moves a request to `expired`; the wallet reports every other move. What an expired request still learns of a transaction is kept as a late report, and moves nothing.',
  ],
  ['Recipient versions', RECIPIENT_VERSION_NEXT],
  ['Agents', agents],
  ['Connect invitations', connectInvitations],
  ['Pairing sessions', pairing],
  ['Connections', connections],
]

const section = ([name, moves, note]: (typeof TABLES)[number]): string => {
  const [first] = Object.keys(moves)
  const rows = Object.entries(moves).map(
    ([status, next]) => `| \`${status}\` | ${next.map((n) => `\`${n}\``).join(', ') || 'nothing: it is final'} |`,
  )
  const arrows = Object.entries(moves).flatMap(([status, next]) => next.map((n) => `  ${status} --> ${n}`))
  return `## ${name}
${note === undefined ? '' : `\n${note}\n`}
| Status | May be followed by |
|---|---|
${rows.join('\n')}

\`\`\`mermaid
stateDiagram-v2
  [*] --> ${first}
${arrows.join('\n')}
\`\`\`
`
}

export const states = (made: string): string => `${made}

# States

Which status may follow which. Whatever is not listed is refused, and nothing leaves a status that nothing follows.

${TABLES.map(section).join('\n')}`
