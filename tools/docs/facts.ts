/**
 * What several pages state: the value from the contract or the settings, the pages that say it, and what no page may say. A
 * page that states one of these is listed here.
 */
import { ASSERTION_LIFETIME_S_MAX } from '@pursestrings/contract/agent-auth/records'
import {
  CREDENTIAL_LIFETIME_DAYS_MAX,
  PROOF_CHALLENGE_LIFETIME_S,
} from '@pursestrings/contract/agent-credentials/records'
import { CLAIM_TOKEN_LIFETIME_S, CONNECT_KEY_LIFETIME_S } from '@pursestrings/contract/connect-invitations/records'
import { CONNECTION_TOKEN_LIFETIME_DAYS } from '@pursestrings/contract/connections/records'
import { LINK_CODE_LIFETIME_S } from '@pursestrings/contract/devices/link-operations'
import {
  DOMAIN_CHALLENGE_LIFETIME_S,
  DOMAIN_LAPSE_AFTER_HOURS,
  DOMAIN_REMINDER_AFTER_HOURS,
  DOMAIN_REPROOF_AFTER_DAYS,
} from '@pursestrings/contract/domains/records'
import { EVENTS_WAIT_MAX_S } from '@pursestrings/contract/events/records'
import { INVITATION_LIFETIME_DAYS } from '@pursestrings/contract/member-invitations/records'
import { SESSION_GRANT_LIFETIME_S, SIGN_IN_LINK_LIFETIME_S } from '@pursestrings/contract/merchant-accounts/records'
import { STEP_UP_LIFETIME_S } from '@pursestrings/contract/merchant-sessions/records'
import { EXPIRY_DEFAULT_S, EXPIRY_MAX_S } from '@pursestrings/contract/payment-requests/records'
import { APPROVAL_DAYS, COOLING_OFF_S } from '@pursestrings/contract/recipients/records'
import { FINDINGS_MAX } from '@pursestrings/contract/settlement/records'
import { WEBHOOK_DELIVERY_KEPT_DAYS } from '@pursestrings/contract/webhook-deliveries/records'
import { WEBHOOK_DISABLED_AFTER_S, WEBHOOK_TOLERANCE_S } from '@pursestrings/contract/webhook-deliveries/webhook-events'

interface Fact {
  readonly what: string
  /** By page: what must stand there, spaces and line ends alike. */
  readonly said: Readonly<Record<string, string | RegExp>>
  /** What no page may say. */
  readonly never?: readonly RegExp[]
}

const WORDS = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const word = (count: number): string => WORDS[count] ?? String(count)
const days = (hours: number): string => (hours === 24 ? 'a day' : `${word(hours / 24)} days`)
const minutes = (seconds: number): string => `${word(seconds / 60)} minutes`

/** `default` of a setting, as docs/generated/settings.md lists it. */
export const defaultOf = (settings: string, name: string): string =>
  new RegExp(`^\\| \`${name}\` \\| \`([^\`]*)\``, 'm').exec(settings)?.[1] ?? `no default of ${name}`

export const factsWith = (settings: string): readonly Fact[] => {
  const pending = defaultOf(settings, 'PENDING_MAX')
  return [
    {
      what: 'does the wallet check the log',
      said: { 'docs/verify.md': 'Our own wallet checks the log before you can approve' },
      never: [/wallet (doesn't|does not|can't) check (it|the (payee )?log)/],
    },
    {
      what: 'how to roll back',
      said: {
        'docs/install.md': 'To go back, start the previous version again: it runs on the newer schema',
        'docs/versioning.md': 'Migrations only go forward. To go back, start the previous version again',
        'docs/operators.md': 'Go back one version, not two',
      },
      never: [/(migrate|migrations) (down|back)\b/, /to go back, restore/i],
    },
    {
      what: 'how often a domain is checked',
      said: {
        'docs/merchants.md': `every ${DOMAIN_REPROOF_AFTER_DAYS} days, and each time a version of a payee is activated`,
        'docs/operators.md': `domains that were last verified more than ${DOMAIN_REPROOF_AFTER_DAYS} days ago`,
      },
      never: [/checks? (each|every|your|the) domains? (every|each|once a) (day|hour|week)/i],
    },
    {
      what: 'when a missing proof counts',
      said: {
        'docs/merchants.md': `again ${DOMAIN_REMINDER_AFTER_HOURS} hours later`,
        'docs/glossary.md': `missing for ${days(DOMAIN_LAPSE_AFTER_HOURS)}`,
      },
    },
    {
      what: 'what the idempotency key is made of',
      said: {
        'docs/concepts.md': 'derives the key from the connection and `task_ref`',
        'docs/retries.md': 'derive the key from the connection and `task_ref`',
      },
      never: [/key from the task, the payee/, /(makes?|derives?) the key from the (task|amount|payee)/],
    },
    {
      what: 'how many requests a connection may have and make',
      said: {
        'docs/concepts.md': new RegExp(
          `per minute \\| ${defaultOf(settings, 'CREATES_PER_MINUTE_MAX')} .*of a connection \\| ${pending} .*\\(approximate\\) \\| ${5 * Number(pending)} `,
        ),
      },
    },
    {
      what: 'how long a new request waits, if nothing is said',
      said: {
        'docs/generated/openapi.json': `in ${EXPIRY_DEFAULT_S / 60} minutes if left out`,
      },
    },
    {
      what: 'how long one-time things last',
      said: {
        'docs/glossary.md': `Connect Key | A one-time key that a user gives an agent; lasts ${minutes(CONNECT_KEY_LIFETIME_S)}`,
        'docs/authentication.md': `within ${minutes(SIGN_IN_LINK_LIFETIME_S)}`,
        'docs/quickstart-wallet.md': `a code for ${minutes(LINK_CODE_LIFETIME_S)}`,
        'docs/teams.md': `invitation is valid for ${word(INVITATION_LIFETIME_DAYS)} days`,
        'docs/merchants.md': `an unused challenge expires after ${word(DOMAIN_CHALLENGE_LIFETIME_S / 86_400)} days`,
      },
    },
    {
      what: 'how long an agent has to prove its key, and how long an assertion and a key last',
      said: {
        'docs/agents.md': new RegExp(
          `up to ${CREDENTIAL_LIFETIME_DAYS_MAX} days.* within ${minutes(PROOF_CHALLENGE_LIFETIME_S)}.* After ${minutes(PROOF_CHALLENGE_LIFETIME_S)}, .* at most ${ASSERTION_LIFETIME_S_MAX} seconds after`,
        ),
        'docs/operators.md': `a key for ${CREDENTIAL_LIFETIME_DAYS_MAX} days`,
      },
    },
    {
      what: 'how long a connection token lasts',
      said: {
        'docs/operators.md': `token works for ${CONNECTION_TOKEN_LIFETIME_DAYS} days`,
        'packages/mcp/README.md': `connection token lasts ${CONNECTION_TOKEN_LIFETIME_DAYS} days`,
        'packages/sdk/README.md': `before its ${CONNECTION_TOKEN_LIFETIME_DAYS} days are over`,
        'python/README.md': `lives ${CONNECTION_TOKEN_LIFETIME_DAYS} days`,
      },
      never: [
        new RegExp(`connection token.{0,30} (lasts|lives|works for) (?!${CONNECTION_TOKEN_LIFETIME_DAYS} days)`, 'i'),
      ],
    },
    {
      what: 'how long a changed address waits',
      said: {
        'docs/concepts.md': `waits for ${days(COOLING_OFF_S / 3600)} first`,
        'docs/merchants.md': `wait for ${COOLING_OFF_S / 3600} hours`,
        'docs/teams.md': `cooling-off time, ${days(COOLING_OFF_S / 3600)} by default`,
        'docs/threat-model.md': `a changed address waits for ${days(COOLING_OFF_S / 3600)}`,
        'docs/webhooks.md': `becomes active after ${days(COOLING_OFF_S / 3600)}`,
      },
    },
    {
      what: 'how long a confirmation of a person lasts',
      said: { 'docs/teams.md': `A confirmation lasts ${minutes(STEP_UP_LIFETIME_S)}` },
    },
    {
      what: 'how long a request can wait for its answer',
      said: { 'docs/operators.md': `longest life of a request, ${days(EXPIRY_MAX_S / 3600)}` },
    },
    {
      what: 'how long a call can wait for events',
      said: { 'docs/webhooks.md': `\`wait\` waits up to ${EVENTS_WAIT_MAX_S} seconds` },
    },
    {
      what: 'how many findings a request has',
      said: { 'docs/settlement.md': `A request has ${FINDINGS_MAX} findings at most` },
    },
    {
      what: 'when a webhook is too old, and when its endpoint is disabled',
      said: {
        'docs/webhooks.md': new RegExp(
          `more than ${minutes(WEBHOOK_TOLERANCE_S)} off.* so do ${days(WEBHOOK_DISABLED_AFTER_S / 3600)} without a success`,
        ),
      },
    },
    {
      what: 'how long a grant lasts',
      said: { 'docs/glossary.md': `opening a session; lasts ${minutes(SESSION_GRANT_LIFETIME_S)}` },
      never: [new RegExp(`claim token.{0,40}lasts (?!${word(CLAIM_TOKEN_LIFETIME_S / 3600)} hour)`, 'i')],
    },
    {
      what: 'how long an approval of a payee can wait',
      said: { 'docs/teams.md': `can be approved for ${word(APPROVAL_DAYS)} days` },
    },
    {
      what: 'how long webhook deliveries are kept',
      said: {
        'docs/operators.md': new RegExp(`deliveries and their attempts +\\| after ${WEBHOOK_DELIVERY_KEPT_DAYS} days`),
      },
    },
  ]
}
