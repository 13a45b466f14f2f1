/** `policies`: what an agent may pay by itself, as the merchant proposes it. The user consents in the wallet. */
import type { AutomationPolicy, Network, PolicyVerdict } from '@pursestrings/sdk'
import { INPUTS } from '@pursestrings/sdk/inputs'
import { type Command, Option } from 'commander'
import { connectionOf, merchantOf } from '../clients.ts'
import { takes } from '../field-option.ts'
import { expectPayee, POLICY_TITLES, policyFields, policyRow } from '../policy-text.ts'
import { addCommand, addGroup, days, needed, type Run, runs } from '../run.ts'

const DAY_MS = 86_400_000
const PROPOSED = INPUTS['automation_policies.create']
const RECIPIENT = INPUTS['automation_policies.simulate'].recipient_id

const list = async ({ profiles, output }: Run): Promise<void> => {
  const automation_policies = await merchantOf(profiles.read()).automationPolicies.list().toArray()
  output.table({ automation_policies }, POLICY_TITLES, automation_policies.map(policyRow))
}

const shown = ({ output }: Run, automation_policy: AutomationPolicy): void =>
  output.fields({ automation_policy }, policyFields(automation_policy))

const show = async (run: Run, id: string): Promise<void> =>
  shown(run, await merchantOf(run.profiles.read()).automationPolicies.read(id))

interface Propose {
  readonly project: string
  readonly name: string
  readonly single: string
  readonly total: string
  readonly days: number
  readonly recipient?: string
  readonly connection?: string
  readonly network: Network
  readonly asset: string
}

const propose = async (run: Run, options: Propose): Promise<void> => {
  const profile = run.profiles.read()
  const recipient_id = options.recipient ?? expectPayee(profile).recipient_id
  const from = new Date()
  const policy = await merchantOf(profile).automationPolicies.create({
    project_id: options.project,
    connection_id: options.connection ?? connectionOf(profile).connection_id,
    name: options.name,
    network: options.network,
    asset: options.asset,
    single_tx_limit: options.single,
    cumulative_limit: options.total,
    validity_window: { from: from.toISOString(), to: new Date(from.getTime() + options.days * DAY_MS).toISOString() },
    allowlist: [recipient_id],
  })
  shown(run, policy)
  run.output.note(
    `The user decides in the wallet. With the test wallet: pursestrings wallet policies opt-in ${policy.id}`,
  )
}

const change = async (run: Run, id: string, options: { single?: string; total?: string }): Promise<void> => {
  const { automationPolicies } = merchantOf(run.profiles.read())
  const { version } = await automationPolicies.read(id)
  const { single: single_tx_limit, total: cumulative_limit } = options
  shown(run, await automationPolicies.update(id, { version, single_tx_limit, cumulative_limit }))
}

const takeBack = async (run: Run, id: string): Promise<void> => {
  const { automationPolicies } = merchantOf(run.profiles.read())
  const { version } = await automationPolicies.read(id)
  shown(run, await automationPolicies.dropProposal(id, { version }))
}

const withdraw = async (run: Run, id: string): Promise<void> =>
  shown(run, await merchantOf(run.profiles.read()).automationPolicies.withdraw(id))

const usage = async ({ profiles, output }: Run, id: string): Promise<void> => {
  const { usage: used } = await merchantOf(profiles.read()).automationPolicies.read(id)
  output.fields({ usage: used }, [
    ['used', `${used.used} of ${used.cumulative_limit ?? 'no limit yet'}`],
    ['left', used.remaining],
    ['released', used.given_back],
    ['allowed', used.allowed],
    ['asked the user', used.refused],
  ])
}

const simulate = async ({ profiles, output }: Run, id: string, { amount }: { amount: string }): Promise<void> => {
  const profile = profiles.read()
  const { recipient_id, recipient_version_id } = expectPayee(profile)
  const input = { recipient_id, recipient_version_id, amount }
  const said = await merchantOf(profile).automationPolicies.simulate(id, input)
  output.fields(said, [
    ['now', verdictText(said.verdict)],
    ['once it is active', verdictText(said.if_in_force)],
  ])
}

const verdictText = ({ allowed, rule, triggered_thresholds }: PolicyVerdict): string =>
  allowed ? 'allowed without asking' : `asks the user (${[...new Set([rule, ...triggered_thresholds])].join(', ')})`

const backtest = async ({ profiles, output }: Run, id: string, options: { days: number }): Promise<void> => {
  const result = await merchantOf(profiles.read()).automationPolicies.backtest(id, { days: options.days })
  const { passed, asked, refused } = result.policy.counts
  output.fields(result, [
    ['replayed', `${result.intents} intents of the last ${options.days} days`],
    ['would pass', passed],
    ['would ask', asked],
    ['not covered', refused],
  ])
}

const limits = (command: Command, make: (flags: string, what: string) => Option): Command =>
  command
    .addOption(takes(make('--single <amount>', 'maximum per payment'), PROPOSED.single_tx_limit))
    .addOption(takes(make('--total <amount>', 'maximum in total'), PROPOSED.cumulative_limit))

export const addPolicies = (program: Command): void => {
  const policies = addGroup(program, 'policies', 'What an agent can pay without asking', ['policies list'])
  addCommand(policies, 'list', 'List policies', ['policies list']).action(runs(list))
  addCommand(policies, 'show <policy-id>', 'Show the terms of a policy', ['policies show pol_01k0…']).action(runs(show))
  const proposing = addCommand(policies, 'propose', 'Propose a policy to the user', [
    'policies propose --project prj_… --name X --single 5 --total 9',
  ])
  proposing
    .addOption(takes(needed('--project <project-id>', 'project that makes the payments'), PROPOSED.project_id))
    .addOption(takes(needed('--name <name>', 'as the user will see it'), PROPOSED.name))
  limits(proposing, needed)
    .option('--days <count>', 'valid for, from now', days, 90)
    .addOption(takes(new Option('--recipient <id>', "payee (default: the profile's)"), RECIPIENT))
    .addOption(takes(new Option('--connection <id>', "connection (default: the profile's)"), PROPOSED.connection_id))
    .addOption(takes(new Option('--network <network>', 'the ledger'), PROPOSED.network).default('stellar_testnet'))
    .addOption(takes(new Option('--asset <asset>', 'what is paid'), PROPOSED.asset).default('XLM'))
    .action(runs(propose))
  limits(
    addCommand(policies, 'change <policy-id>', 'Change the limits; raising one needs consent', [
      'policies change pol_01k0… --single 4',
    ]),
    (flags, what) => new Option(flags, what),
  ).action(runs(change))
  addCommand(policies, 'take-back <policy-id>', 'Take back proposed limits', ['policies take-back pol_01k0…']).action(
    runs(takeBack),
  )
  addCommand(policies, 'withdraw <policy-id>', 'Withdraw a policy', ['policies withdraw pol_01k0…']).action(
    runs(withdraw),
  )
  addCommand(policies, 'usage <policy-id>', "Show what's used and left", ['policies usage pol_01k0…']).action(
    runs(usage),
  )
  addCommand(policies, 'simulate <policy-id>', 'Try a payment against a policy', [
    'policies simulate pol_01k0… --amount 2.5',
  ])
    .addOption(takes(needed('--amount <amount>', 'how much'), INPUTS['automation_policies.simulate'].amount))
    .action(runs(simulate))
  addCommand(policies, 'backtest <policy-id>', 'Test a policy on past payments', [
    'policies backtest pol_01k0… --days 30',
  ])
    .option('--days <count>', 'how far back', days, 90)
    .action(runs(backtest))
}
