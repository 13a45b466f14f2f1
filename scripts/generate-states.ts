/** docs/generated/states.md: every table of moves of the contract, as a table and as a picture in text. */
import { AGENT_PAYMENT_STATUS_NEXT } from '@countersign/contract/agent-payments/states'
import { AGENT_STATUS_NEXT } from '@countersign/contract/agents/states'
import { POLICY_STATUS_NEXT } from '@countersign/contract/automation-policies/states'
import { INVITATION_STATUS_NEXT } from '@countersign/contract/connect-invitations/states'
import { CONNECTION_STATUS_NEXT } from '@countersign/contract/connections/states'
import { PAIRING_STATUS_NEXT } from '@countersign/contract/pairing/states'
import { PAYMENT_STATUS_NEXT } from '@countersign/contract/payment-requests/states'
import { RECIPIENT_VERSION_NEXT } from '@countersign/contract/recipients/states'

type Moves = Readonly<Record<string, readonly string[]>>

/** In the order in which a newcomer meets them; the first status of each is where a record begins. */
const TABLES: readonly (readonly [string, Moves, string?])[] = [
  [
    'Payment requests',
    PAYMENT_STATUS_NEXT,
    'Time alone moves a request to `expired`; the wallet reports every other move. What an expired request still learns of a transaction is kept as a late report, and moves nothing.',
  ],
  ['Recipient versions', RECIPIENT_VERSION_NEXT],
  ['Agents', AGENT_STATUS_NEXT],
  ['Connect invitations', INVITATION_STATUS_NEXT],
  ['Pairing sessions', PAIRING_STATUS_NEXT],
  ['Connections', CONNECTION_STATUS_NEXT],
  [
    'Agent payments',
    AGENT_PAYMENT_STATUS_NEXT,
    'Time alone moves a payment to `expired`, its project alone to `canceled`; the wallet reports every other move. `approved` is the claim that the wallet wins before it signs. What a policy had reserved comes back with an end before the claim; after it, and once a transaction was named, it never does.',
  ],
  [
    'Automation policies',
    POLICY_STATUS_NEXT,
    'Only an `active` policy lets an agent act by itself. Wider terms that are proposed later change no status: those in force stay until the user agrees.',
  ],
]

/**
 * From left to right, each status drawn out once: where it comes again, its name is all. A star stands at what is drawn out
 * elsewhere.
 */
const picture = (moves: Moves): string => {
  const drawn = new Set<string>()
  const draw = (status: string): string[] => {
    const next = moves[status] ?? []
    if (next.length === 0) return [status]
    if (drawn.has(status)) return [`${status}*`]
    drawn.add(status)
    const indent = ' '.repeat(status.length + 1)
    return next.flatMap((one, i) => {
      const [lead, rest] = next.length === 1 ? ['───', '   '] : branch(i, next.length - 1)
      return draw(one).map(
        (line, j) => `${i + j === 0 ? `${status} ` : indent}${j === 0 ? `${lead}> ` : `${rest}  `}${line}`,
      )
    })
  }
  return draw(Object.keys(moves)[0] as string).join('\n')
}

const branch = (i: number, last: number): readonly [string, string] =>
  i === last ? ['└──', '   '] : [i === 0 ? '┬──' : '├──', '│  ']

const section = ([name, moves, note]: (typeof TABLES)[number]): string => {
  const rows = Object.entries(moves).map(
    ([status, next]) => `| \`${status}\` | ${next.map((n) => `\`${n}\``).join(', ') || 'nothing: it is final'} |`,
  )
  return `## ${name}
${note === undefined ? '' : `\n${note}\n`}
\`\`\`text
${picture(moves)}
\`\`\`

| Status | May be followed by |
|---|---|
${rows.join('\n')}
`
}

export const states = (made: string): string => `${made}

# States

Which status may follow which. Whatever is not listed is refused, and nothing leaves a status that nothing follows. In the
pictures a record begins at the left; what has a star is drawn out elsewhere in the same picture.

${TABLES.map(section).join('\n')}`
