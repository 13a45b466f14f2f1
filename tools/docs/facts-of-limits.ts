/** What pages state of sizes, waits and times that the programs keep to: each from where the program has it. */
import { ASSERTION_SKEW_S } from '@pursestrings/contract/agent-auth/records'
import { PROOF_CHALLENGE_LIFETIME_S } from '@pursestrings/contract/agent-credentials/records'
import {
  ALLOWLIST_MAX,
  BACKTEST_INTENTS_MAX,
  BACKTEST_LISTED_MAX,
} from '@pursestrings/contract/automation-policies/records'
import { CONNECTION_TOKEN_LIFETIME_DAYS } from '@pursestrings/contract/connections/records'
import { SEARCH_HITS_MAX } from '@pursestrings/contract/merchant-search/operations'
import { COOLING_OFF_S_MAX, RETURN_DAYS } from '@pursestrings/contract/merchants/records'
import { OVERVIEW_DELIVERY_HOURS } from '@pursestrings/contract/overview/records'
import { PASSKEY_LEAVES_AFTER_H } from '@pursestrings/contract/passkeys/records'
import { EXPIRY_DEFAULT_S, TOTAL_MAX } from '@pursestrings/contract/payment-requests/records'
import { API_KEYS_LIVE_MAX, PROJECTS_MAX } from '@pursestrings/contract/projects/records'
import {
  WEBHOOK_DISABLED_AFTER_S,
  WEBHOOK_JITTER,
  WEBHOOK_SCHEDULE_S,
} from '@pursestrings/contract/webhook-deliveries/records'
import {
  WEBHOOK_PREVIOUS_SECRETS_MAX,
  WEBHOOK_SECRET_OVERLAP_H,
} from '@pursestrings/contract/webhook-endpoints/records'
import { KEPT_A_MINUTE } from '../../server/src/payments/agent-payments/refused-attempts.ts'
import { COMMITS_MAX, DAYS_MAX } from '../check/last-full-run.ts'
import { count, days, defaultOf, type Fact, minutes, numberIn, word } from './fact.ts'

const EGRESS = 'server/src/platform/egress/create-egress.ts'
const ROTATION = 'server/src/transparency/service-keys/rotate-keys.ts'
const WAITS = 'server/src/delivery/events/wait-for-page.ts'
const LEASE_S = numberIn('server/src/delivery/webhooks/sending/deliver.worker.ts', 'LEASE_S')

/** On a real ledger; a practice ledger costs nobody anything. */
const paceOf = (kind: 'stellar' | 'evm') => {
  const of = (name: string): number =>
    numberIn(`server/src/platform/egress/ledger/${kind}/reading.ts`, `pace:.*\\b${name}`, ': ')
  return { round: word(of('round_ms') / 1_000), rest: word(of('rest_s')), quiet: of('quiet_s') }
}

/** As the table of retries has it. */
const delay = (seconds: number): string =>
  seconds === 0
    ? 'at once'
    : seconds < 60
      ? `${seconds} s`
      : seconds < 3_600
        ? `${seconds / 60} min`
        : `${seconds / 3_600} h`

export const factsOfLimits = (settings: string): readonly Fact[] => {
  const look_s = numberIn(WAITS, 'most', ': ') / 1_000
  const call_s = numberIn(EGRESS, 'TIMEOUT_MS') / 1_000
  const [facts_days, sealing_days] = [numberIn(ROTATION, 'facts', ': '), numberIn(ROTATION, 'webhook', ': ')]
  return [
    {
      what: 'how much a policy holds, and its tests look at',
      said: {
        'docs/policies.md': new RegExp(
          `up to ${ALLOWLIST_MAX} payees.* A connection can have ${defaultOf(settings, 'PENDING_MAX')} payments waiting.* up to ${count(BACKTEST_INTENTS_MAX)} of the newest payments, and list up to ${BACKTEST_LISTED_MAX} of`,
        ),
      },
    },
    {
      what: 'how long an intent of an agent waits',
      said: { 'docs/policies.md': `expires after ${EXPIRY_DEFAULT_S / 60} minutes` },
    },
    {
      what: 'how long a request waits',
      said: { 'docs/x402-sell.md': `up to ${EXPIRY_DEFAULT_S / 60} minutes later by default` },
    },
    {
      what: 'how many refused attempts are kept',
      said: {
        'docs/policies.md': `We keep ${KEPT_A_MINUTE} attempts a minute and ${numberIn('server/src/payments/agent-payments/refused-attempts.ts', 'KEPT_A_DAY')} a day`,
      },
    },
    {
      what: 'how long a receiver of webhooks has',
      said: {
        'docs/webhooks.md': new RegExp(
          `within ${numberIn(EGRESS, 'WEBHOOK_TIMEOUT_MS') / 1_000} seconds counts.* within ${word(call_s)} seconds with 2xx`,
        ),
      },
    },
    {
      what: 'when a webhook is sent again',
      said: {
        'docs/webhooks.md': new RegExp(
          `give or take ${100 * WEBHOOK_JITTER}%.*\\| After +\\| ${WEBHOOK_SCHEDULE_S.map(delay).join(' +\\| ')} +\\|.* so do ${days(WEBHOOK_DISABLED_AFTER_S / 3_600)} without`,
        ),
        'docs/operators.md': new RegExp(
          `About ${minutes(numberIn('server/src/delivery/webhooks/deliveries/reconcile.worker.ts', 'LAG_S'))} after each event`,
        ),
      },
    },
    {
      what: 'how long an old secret signs',
      said: {
        'docs/webhooks.md': new RegExp(
          `keeps signing for ${WEBHOOK_SECRET_OVERLAP_H} hours.* its own ${WEBHOOK_SECRET_OVERLAP_H} hours\\. Up to ${word(WEBHOOK_PREVIOUS_SECRETS_MAX)} old ones`,
        ),
      },
    },
    {
      what: 'how long and how much a call of the service takes',
      said: {
        'docs/operators.md': `limited to ${word(call_s)} seconds and ${numberIn(EGRESS, 'BYTES_MAX')} KiB`,
      },
    },
    {
      what: 'how often domains are checked, and how many at a time',
      said: {
        'docs/operators.md': `At minute ${numberIn('server/src/platform/jobs/queues.ts', "'domain-reproofs'", ", '")} of every hour, a job checks domains that were last verified more than 30 days ago, up to ${numberIn('server/src/payees/recipients/reprove-domains.worker.ts', 'PER_SWEEP_MAX')} at a time`,
      },
    },
    {
      what: 'when keys of the service are replaced, and how many replacements a wallet follows',
      said: {
        'docs/operators.md': new RegExp(
          `replaced after ${facts_days} days, those for webhook secrets after ${sealing_days}\\..* follow ${numberIn('packages/sdk/src/pinned-keys.ts', 'CHAIN_MAX')} replacements.* beyond ${facts_days + 1} days \\(${sealing_days + 1} for`,
        ),
      },
    },
    {
      what: 'how long a process waits and stops',
      said: {
        'docs/operators.md': new RegExp(
          `waits up to ${numberIn('server/src/platform/postgres/commit.ts', 'PATIENCE_MS') / 1_000} seconds for a PostgreSQL.* doesn't answer within ${word(numberIn('server/src/commands/group.ts', 'ANSWER_MS') / 1_000)} seconds isn't ready.* grows to ${word(numberIn('server/src/commands/group.ts', 'RESTART_MS_MAX') / 1_000)} seconds.* in flight finish \\(up to ${word(numberIn('server/src/service.ts', 'CLOSE_MS_MAX') / 1_000)} seconds\\), then jobs \\(up to ${word(numberIn('server/src/platform/jobs/jobs.ts', 'timeout', ': ') / 1_000)} seconds\\).* still runs ${numberIn('server/src/commands/serve.ts', 'STOP_MS_MAX') / 1_000} seconds after the drain.* ${LEASE_S === 30 ? 'half a minute' : `${LEASE_S} s`} after it was claimed`,
        ),
      },
    },
    {
      what: 'how often the service looks at the ledger, and at its own backlog',
      said: {
        'docs/operators.md': new RegExp(
          `On Stellar it asks each source every ${paceOf('stellar').round} seconds, and checks payments every ${paceOf('stellar').rest}\\. On Base Sepolia it does both every ${paceOf('evm').round} seconds.* asks every ${paceOf('evm').quiet} seconds\\..*read every ${word(numberIn('server/src/platform/http/metrics.ts', 'WATCHED_EVERY_MS') / 1_000)} seconds`,
        ),
      },
    },
    {
      what: 'when the database has sent its log away at the latest',
      said: {
        'docs/backup.md': `after ${numberIn('deploy/pgbackrest/postgresql.conf', 'archive_timeout')} seconds at the latest`,
        'deploy/runbooks.md': `\`archive_timeout\` set to ${numberIn('deploy/pgbackrest/postgresql.conf', 'archive_timeout')} s`,
      },
    },
    {
      what: 'when a device is forgotten',
      said: {
        'docs/operators.md': `${numberIn('server/src/connections/devices/forget-devices.worker.ts', 'UNUSED_DAYS')} days after their last call`,
      },
    },
    {
      what: 'how many projects and keys an organization has',
      said: { 'docs/operators.md': `${PROJECTS_MAX} projects, each with at most ${API_KEYS_LIVE_MAX} keys` },
    },
    {
      what: 'how late whoever waits looks by itself',
      said: {
        'deploy/runbooks.md': new RegExp(
          `next look, up to ${look_s} seconds later.* next look, up to ${look_s} seconds`,
        ),
      },
    },
    {
      what: 'how long an owner can make new addresses wait',
      said: { 'docs/merchants.md': `makes that up to ${days(COOLING_OFF_S_MAX / 3_600)}` },
    },
    {
      what: 'how far lists count, and what a search and the overview show',
      said: {
        'docs/merchants.md': new RegExp(
          `counted up to ${count(TOTAL_MAX)}\\..* at most ${word(SEARCH_HITS_MAX)} of each.* last ${OVERVIEW_DELIVERY_HOURS} hours of each`,
        ),
      },
    },
    {
      what: 'how long it takes to remove a last passkey, and to return to one person',
      said: {
        'docs/teams.md': new RegExp(
          `it's off after ${word(RETURN_DAYS)} days.* this takes ${PASSKEY_LEAVES_AFTER_H} hours`,
        ),
      },
    },
    {
      what: 'how far the clock of an agent may be off, and how long its key has to be proven',
      said: {
        'docs/agents.md': `with ${word(ASSERTION_SKEW_S)} seconds of tolerance`,
        'docs/specification.md': `its challenge is valid ${minutes(PROOF_CHALLENGE_LIFETIME_S)}`,
      },
    },
    {
      what: 'how long clients wait',
      said: {
        'packages/sdk/README.md': `default: ${numberIn('packages/sdk/src/transport.ts', 'TIMEOUT_MS') / 1_000} seconds per try`,
        'packages/signing/README.md': `longer than ${numberIn('packages/signing/src/signer.ts', 'PROOF_WAIT_MS') / 1_000} seconds`,
        'docs/x402-pay.md': `waits for the person; ${word(numberIn('packages/x402/src/buyer.ts', 'TIMEOUT_MS') / 60_000)} minutes by default`,
      },
    },
    {
      what: 'when a client renews its token',
      said: {
        'packages/mcp/README.md': `when less than ${numberIn('packages/sdk/src/agent-client.ts', 'RENEWED_BEFORE_MS') * 3 === CONNECTION_TOKEN_LIFETIME_DAYS ? 'a third' : 'another part'} of that`,
      },
    },
    {
      what: 'how old a full check may be',
      said: { 'CONTRIBUTING.md': `over ${word(DAYS_MAX)} days or ${COMMITS_MAX} commits ago` },
    },
  ]
}
