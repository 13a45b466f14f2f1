/** What several pages state and the programs decide: rates, exit codes, outcomes, retries, and what is needed to run them. */
import { operations } from '@pursestrings/contract/operations'
import { BASE_URL } from '../../packages/cli/src/profile.ts'
import { EXIT } from '../../packages/cli/src/stop.ts'
import { RETURN_S_MAX, RETURNS_PER_S } from '../../server/src/platform/http/admission.ts'
import { POLICIES } from '../../server/src/platform/http/limits.ts'
import { LINE_MAX } from '../../server/src/platform/http/turns.ts'
import { LOCK_TIMEOUT_MS } from '../../server/src/platform/postgres/commit.ts'
import { count, defaultOf, type Fact, found, numberIn, word } from './fact.ts'

const node = (workspace: string): string => found(`${workspace}package.json`, /"node": ">=(\d+)"/)
const rate = ({ quota, window_s }: { readonly quota: number; readonly window_s: number }): string =>
  window_s === 60 ? `${count(quota)} a minute` : `${quota} in ${word(window_s / 60)} minutes`
/** Rows of a table, by their first words. */
const rows = (all: Readonly<Record<string, string>>): RegExp =>
  new RegExp(
    Object.entries(all)
      .map(([row, value]) => `\\| ${row}[^|]*\\|[^|]*\\| ${value} `)
      .join('.*'),
  )

const OUTCOMES = [
  ...found('packages/sdk/src/wait-for-paid.ts', /export type Ended =([\s\S]*?)\n\n/).matchAll(/\| '(\w+)'/g),
].map(([, outcome]) => outcome as string)
/** In any order, each in code. */
const allOutcomes = new RegExp([...OUTCOMES, 'still_waiting'].map((one) => `(?=.*['\`]${one}['\`])`).join(''))

export const factsOfCode = (settings: string): readonly Fact[] => {
  const { wrong_credential, sign_in, device_registration, mailbox, outbound, address, agent_auth, agent, standard } =
    POLICIES
  const postgres = 'PostgreSQL 15 or newer'
  if (!settings.includes(postgres)) throw new Error(`the settings do not say ${postgres}`)
  const service = `:${defaultOf(settings, 'PORT')}`
  if (!BASE_URL.endsWith(service)) throw new Error(`the command calls ${BASE_URL}`)
  const mail = `http://127.0.0.1:${found('tools/dev/dev.ts', /'DEV_MAIL_PORT', (\d+)/)}`
  const first_pause = numberIn('packages/sdk/src/retry-rule.ts', 'FIRST_PAUSE_MS') / 1_000
  const pause = first_pause === 0.5 ? 'half a second, doubling' : `${first_pause} s, doubling`
  const retries = numberIn('packages/sdk/src/transport.ts', 'RETRIES')
  const lock_s = LOCK_TIMEOUT_MS / 1_000
  return [
    {
      what: 'how often somebody may call',
      said: {
        'ARCHITECTURE.md': `an address with ${wrong_credential.quota} wrong tries a minute is refused`,
        'docs/authentication.md': `after ${wrong_credential.quota} calls a minute from one address without a valid credential`,
        'docs/operators.md': rows({
          'steps of signing in': rate(sign_in),
          'registrations of wallets': rate(device_registration),
          'mail to one mailbox': rate(mailbox),
          verifications: rate(outbound),
          'calls that are refused': rate(wrong_credential),
          'calls without a credential': rate(address),
          assertions: rate(agent_auth),
          'tokens for an agent': rate(agent),
          'everything else': rate(standard),
        }),
      },
    },
    {
      what: 'what a wait for a payment ends with',
      said: {
        'docs/retries.md': allOutcomes,
        'packages/sdk/README.md': allOutcomes,
        'python/README.md': allOutcomes,
      },
    },
    {
      what: 'the exit codes of a wait',
      said: {
        'packages/cli/README.md': new RegExp(
          `\\| ${EXIT.ok} \\| done.*\\| ${EXIT.not_approved} \\| not paid.*\\| ${EXIT.unknown} \\| still waiting.*\\| ${EXIT.not_proven} \\| not proven`,
        ),
        'skills/pursestrings/SKILL.md': `${EXIT.ok} paid, ${EXIT.not_approved} not paid, ${EXIT.unknown} still waiting, ${EXIT.not_proven} not proven`,
      },
    },
    {
      what: 'which event to deliver on',
      said: {
        'docs/quickstart-merchant.md': 'The receiver delivers on `payment_request.chain_observed`',
        'docs/webhooks.md': /`payment_request\.chain_observed` +\| the ledger shows a payment bound to it: deliver;/,
        'skills/pursestrings/SKILL.md': 'deliver on `payment_request.chain_observed`',
      },
      never: [/deliver(s|ed)? (on|after|when) `payment_request\.(?!chain_observed)/i],
    },
    {
      what: 'what the clients repeat',
      said: {
        'docs/retries.md': `up to ${word(retries)} times, after \`Retry-After\` or ${pause}`,
        'packages/sdk/README.md': new RegExp(`\\(default: ${retries}\\).*after \`Retry-After\` or ${pause}`),
        'python/README.md': `repeated ${retries === 2 ? 'twice' : `${word(retries)} times`}, after \`Retry-After\` or ${pause}`,
      },
    },
    {
      what: 'how long the tool of a model waits',
      said: {
        'packages/mcp/README.md': `waits up to ${numberIn('packages/mcp/src/tools/wait-for-payment-request.ts', 'SECONDS_MAX')} seconds`,
      },
    },
    {
      what: 'what waits when there are too many calls',
      said: {
        'docs/operators.md': new RegExp(
          `at once \\(${defaultOf(settings, 'CALLS_AT_ONCE_MAX')}\\).* others \\(${count(Number(defaultOf(settings, 'CALLS_WAITING_MAX')))}\\).* at most ${LINE_MAX} calls waiting.* tells ${RETURNS_PER_S} callers .* more than ${word(RETURN_S_MAX)}\\.`,
        ),
      },
    },
    {
      what: 'what a running system is made of',
      said: {
        'README.md': found('ARCHITECTURE.md', /```mermaid\n(flowchart LR[\s\S]*?)\n```/).replaceAll(/\s+/g, ' '),
      },
    },
    {
      what: 'how long a migration waits for a lock',
      said: {
        'docs/install.md': `waits at most ${word(lock_s)} seconds for a lock`,
        'docs/operators.md': `waits at most ${lock_s} s for a lock`,
      },
    },
    {
      what: 'how many operations the specification has',
      said: Object.fromEntries(
        ['README.md', 'docs/README.md', 'docs/specification.md'].map((page) => [
          page,
          `${operations.filter(({ tier }) => tier === 'specification').length} operations`,
        ]),
      ),
    },
    {
      what: 'what is needed to run it',
      said: {
        'README.md': new RegExp(`Node ${node('')} with npm.*${postgres}`),
        'CONTRIBUTING.md': `Node ${node('')} with npm`,
        'docs/quickstart-agent.md': `Node ${node('')} with npm`,
        'docs/quickstart-merchant.md': `Node ${node('')}`,
        'docs/quickstart-wallet.md': `Node ${node('')}`,
        'docs/install.md': new RegExp(`${postgres}.*Node ${node('')}, ${postgres}.*\\(Node ${node('')}\\)`),
        'docs/operators.md': `Node ${node('')}, ${postgres}`,
        'packages/sdk/README.md': `Node ${node('packages/sdk/')} or later`,
        'python/README.md': `Python ${found('python/pyproject.toml', /requires-python = ">=([\d.]+)"/)} or later`,
      },
      never: [/PostgreSQL 1[0-46-9] or (newer|later)/, /You need Node (?!24)/],
    },
    {
      what: 'where it runs on a developer’s machine',
      said: {
        'docs/agents.md': `BASE=\${BASE:-${BASE_URL}} MAIL=\${MAIL:-${mail}}`,
        'docs/authentication.md': `BASE=\${BASE:-${BASE_URL}} MAIL=\${MAIL:-${mail}}`,
        'docs/quickstart-agent.md': `\${BASE:-${BASE_URL}}`,
        'docs/quickstart-merchant.md': `MAIL=\${MAIL:-${mail}}`,
        'packages/sdk/README.md': `base_url: '${BASE_URL}'`,
      },
    },
  ]
}
