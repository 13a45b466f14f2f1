/**
 * What several pages state: the value from the contract or the settings, the pages that say it, and what no page may say. A
 * page that states one of these is listed here.
 */
import { ASSERTION_LIFETIME_S_MAX } from '@pursestrings/contract/agent-auth/records'
import {
  CREDENTIAL_LIFETIME_DAYS_MAX,
  PROOF_CHALLENGE_LIFETIME_S,
} from '@pursestrings/contract/agent-credentials/records'
import { REFUSED_ATTEMPT_KEPT_DAYS } from '@pursestrings/contract/agent-payments/records'
import { POLICY_DECISION_KEPT_DAYS } from '@pursestrings/contract/automation-policies/records'
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
import {
  SESSION_IDLE_S,
  SESSION_LIFETIME_S,
  STEP_UP_LIFETIME_S,
} from '@pursestrings/contract/merchant-sessions/records'
import { EXPIRY_DEFAULT_S, EXPIRY_MAX_S } from '@pursestrings/contract/payment-requests/records'
import { APPROVAL_DAYS, COOLING_OFF_S, LISTING_LASTS_S } from '@pursestrings/contract/recipients/records'
import { FINDINGS_MAX } from '@pursestrings/contract/settlement/records'
import {
  WEBHOOK_DELIVERY_KEPT_DAYS,
  WEBHOOK_DISABLED_AFTER_S,
  WEBHOOK_SCHEDULE_S,
  WEBHOOK_TOLERANCE_S,
} from '@pursestrings/contract/webhook-deliveries/records'
import { AGENT_TOKEN_LIFETIME_S } from '../../server/src/platform/credentials/agent-token.ts'
import { days, defaultOf, type Fact, minutes, word } from './fact.ts'
import { factsOfCode } from './facts-of-code.ts'
import { factsOfLimits } from './facts-of-limits.ts'

const RETRIED_S = WEBHOOK_SCHEDULE_S.reduce<number>((sum, delay) => sum + delay, 0)

export const factsWith = (settings: string): readonly Fact[] => {
  const pending = defaultOf(settings, 'PENDING_MAX')
  const rejections = word(Number(defaultOf(settings, 'PAUSE_AFTER_REJECTIONS')))
  return [
    ...factsOfCode(settings),
    ...factsOfLimits(settings),
    {
      what: 'does the wallet check the log',
      said: { 'docs/verify.md': 'Our own wallet checks the log before you can approve' },
      never: [/wallet (doesn't|does not|can't) check (it|the (payee )?log)/],
    },
    {
      what: 'how to roll back',
      said: {
        'docs/install.md': 'To go back, deploy the previous version the same way: it runs on the newer schema',
        'docs/versioning.md': 'Migrations only go forward. To go back, deploy the previous version again',
        'docs/operators.md': 'Go back one version, not two',
      },
      never: [/(migrate|migrations) (down|back)\b/, /to go back, restore/i],
    },
    {
      what: 'how often a domain is checked',
      said: {
        'docs/merchants.md': `every ${DOMAIN_REPROOF_AFTER_DAYS} days, and each time a version of a payee is activated`,
        'docs/operators.md': `domains that were last verified more than ${DOMAIN_REPROOF_AFTER_DAYS} days ago`,
        'docs/threat-model.md': `proofs repeated every ${DOMAIN_REPROOF_AFTER_DAYS} days and at each activation`,
      },
      never: [
        /checks? (each|every|your|the) domains? (every|each|once a) (day|hour|week)/i,
        /proofs? repeated every day/,
      ],
    },
    {
      what: 'when a missing proof counts',
      said: {
        'docs/merchants.md': new RegExp(
          `again ${DOMAIN_REMINDER_AFTER_HOURS} hours later.* After ${days(DOMAIN_LAPSE_AFTER_HOURS)} the domain becomes`,
        ),
        'docs/glossary.md': `missing for ${days(DOMAIN_LAPSE_AFTER_HOURS)}`,
        'docs/operators.md': `is missing for more than ${days(DOMAIN_LAPSE_AFTER_HOURS)}, the domain lapses`,
        'docs/webhooks.md': new RegExp(
          `you have ${days(DOMAIN_LAPSE_AFTER_HOURS)} to republish it.* was missing for ${days(DOMAIN_LAPSE_AFTER_HOURS)}; its payees`,
        ),
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
      what: 'how many rejections pause a connection, where its user wants that',
      said: {
        'CHANGELOG.md': `after ${rejections} rejections in a row`,
        'docs/concepts.md': `${defaultOf(settings, 'PAUSE_AFTER_REJECTIONS')} in ${Number(defaultOf(settings, 'PAUSE_REJECTIONS_WITHIN_S')) / 60} minutes`,
        'docs/differences.md': `${rejections} rejections in a row pause it`,
      },
    },
    {
      what: 'how long a new request waits, if nothing is said',
      said: {
        'docs/generated/openapi.json': `in ${EXPIRY_DEFAULT_S / 60} minutes if left out`,
        'docs/policies.md': `Otherwise it expires after ${EXPIRY_DEFAULT_S / 60} minutes`,
      },
    },
    {
      what: 'how long one-time things last',
      said: {
        'docs/glossary.md': `Connect Key | A one-time key that a user gives an agent; lasts ${minutes(CONNECT_KEY_LIFETIME_S)}`,
        'docs/authentication.md': `within ${minutes(SIGN_IN_LINK_LIFETIME_S)}`,
        'docs/operators.md': `tried for ${minutes(SIGN_IN_LINK_LIFETIME_S)}, as long as its link would live`,
        'deploy/runbooks.md': `as long as its link would live, ${minutes(SIGN_IN_LINK_LIFETIME_S)}`,
        'SECURITY.md': `Sign-in links and grants work once, for ${minutes(SIGN_IN_LINK_LIFETIME_S)}`,
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
      what: 'how long an agent token lasts',
      said: {
        'docs/agents.md': `It expires after ${minutes(AGENT_TOKEN_LIFETIME_S)}`,
        'docs/glossary.md': `gets for an assertion; lasts ${minutes(AGENT_TOKEN_LIFETIME_S)}`,
      },
      never: [new RegExp(`agent token.{0,30} (lasts|lives|works for) (?!${minutes(AGENT_TOKEN_LIFETIME_S)})`, 'i')],
    },
    {
      what: 'how long a session lasts',
      said: {
        'docs/authentication.md': `ends after ${SESSION_IDLE_S / 60} minutes without a call, and after ${SESSION_LIFETIME_S / 3600} hours`,
        'SECURITY.md': `Sessions end after ${SESSION_LIFETIME_S / 3600} hours, after ${SESSION_IDLE_S / 60} minutes of silence`,
      },
      never: [/sessions? .{0,30}(ends?|expires?) after (?!(12|30) )/i],
    },
    {
      what: 'how long a connection token lasts',
      said: {
        'deploy/runbooks.md': `A token works for ${CONNECTION_TOKEN_LIFETIME_DAYS} days`,
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
        'CHANGELOG.md': `A changed address waits ${COOLING_OFF_S / 3600} hours`,
        'docs/concepts.md': `waits for ${days(COOLING_OFF_S / 3600)} first`,
        'docs/merchants.md': new RegExp(
          `\`cooling\` for ${COOLING_OFF_S / 3600} hours first.* wait for ${COOLING_OFF_S / 3600} hours`,
        ),
        'docs/teams.md': `cooling-off time, ${days(COOLING_OFF_S / 3600)} by default`,
        'docs/threat-model.md': `a changed address waits for ${days(COOLING_OFF_S / 3600)}`,
        'docs/webhooks.md': `becomes active after ${days(COOLING_OFF_S / 3600)}`,
      },
    },
    {
      what: 'how long the listing of a payee on sight counts',
      said: { 'docs/concepts.md': `A listing counts for ${LISTING_LASTS_S / 3600} hours` },
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
      what: 'when a webhook is too old, until when it is tried, and when its endpoint is disabled',
      said: {
        'CHANGELOG.md': `retries for ${word(Math.floor(RETRIED_S / 86_400))} days`,
        'ARCHITECTURE.md': `Retries go on for ${word(Math.floor(RETRIED_S / 86_400))} days; an endpoint that fails rests, and is disabled after ${days(WEBHOOK_DISABLED_AFTER_S / 3600)}`,
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
      what: 'how long records are kept',
      said: {
        'docs/operators.md': new RegExp(
          `deliveries and their attempts +\\| after ${WEBHOOK_DELIVERY_KEPT_DAYS} days.*refused attempts of agents.* after ${REFUSED_ATTEMPT_KEPT_DAYS} days.*decisions of policies.* after ${POLICY_DECISION_KEPT_DAYS} days`,
        ),
        'docs/policies.md': `We keep refused attempts for ${REFUSED_ATTEMPT_KEPT_DAYS} days`,
      },
    },
    {
      what: 'what was measured',
      said: {
        'README.md':
          /0\.12 to 0\.30 ms of one database core.* within 0\.11 s .* 40 times, its whole node 20 times.* 20,050 creates.* 1,001 times.* 854 payments.* 1\.1 s without writes; of 10,005 keys/,
        'docs/scale.md':
          /Create, 64 in one statement \| 0\.12 to 0\.30 .* within 0\.11 s,.* frozen for 1\.1.* Of 10,005 keys/,
        'docs/reliability.md':
          /40 times, its node 20 times.*\| 20,050 .* killed 1,001 times.* Of 854 payments none.* Of 10,005 keys.* stopped for 1\.1 s/,
      },
    },
  ]
}
