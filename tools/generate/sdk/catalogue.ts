/** packages/sdk/src/generated/error-catalogue.ts and wire-names.ts: every code with its meaning, and names that are signed or sent. */
import { ASSERTION_LIFETIME_S_MAX, ASSERTION_TYP } from '@pursestrings/contract/agent-auth/records'
import { PROOF_PREFIX } from '@pursestrings/contract/agent-credentials/records'
import { AGENT_PAYMENT_STATUSES } from '@pursestrings/contract/agent-payments/records'
import type { ErrorEntry } from '@pursestrings/contract/errors'
import { EVENTS_LIMIT_MAX, EVENTS_WAIT_MAX_S } from '@pursestrings/contract/events/records'
import { FACTS_JWS_TYPE } from '@pursestrings/contract/facts-keys/operations'
import { WEBHOOK_EVENT_TYPES, WEBHOOK_TOLERANCE_S } from '@pursestrings/contract/webhook-deliveries/records'

export const catalogueText = (entries: readonly ErrorEntry[]): string => {
  const lines = entries.map(({ code, status, meaning, recovery, retry }) => {
    const fields = { status, meaning, recovery, retry }
    return `${JSON.stringify(code)}: ${JSON.stringify(fields)}`
  })
  return `/**
 * Every code that the service refuses with. \`recovery\` says what to do next; \`retry\` whether the very same call, with the
 * same idempotency key, may be sent again: \`later\` waits for Retry-After first.
 */
export const ERRORS = {
${lines.join(',\n')}
} as const

export type ErrorCode = keyof typeof ERRORS
`
}

/** Also for clients in other languages. */
export const wireNames = (): Readonly<Record<string, string | number>> => ({
  ASSERTION_TYP,
  ASSERTION_LIFETIME_S_MAX,
  CREDENTIAL_PROOF_PREFIX: PROOF_PREFIX,
  FACTS_JWS_TYPE,
  EVENTS_LIMIT_MAX,
  EVENTS_WAIT_MAX_S,
  WEBHOOK_TOLERANCE_S,
})

export const wireNamesText = (): string => `/** Names and limits of the wire that the SDK signs, sends or checks. */
${Object.entries(wireNames())
  .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}\n`)
  .join('')}export const WEBHOOK_EVENT_TYPES = ${JSON.stringify(WEBHOOK_EVENT_TYPES)} as const
export const AGENT_PAYMENT_STATUSES = ${JSON.stringify(AGENT_PAYMENT_STATUSES)} as const
`
