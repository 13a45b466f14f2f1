/** `agents`: programs that ask for payments, and their keys. The agent of the profile is meant unless another is named. */
import type { Agent, MerchantClient, Scope } from '@pursestrings/sdk'
import { INPUTS } from '@pursestrings/sdk/inputs'
import { type Command, Option } from 'commander'
import { credentialNamed, makeKey, proveKey } from '../agent-key.ts'
import { scopesOrAll } from '../checks.ts'
import { keyOf, merchantOf } from '../clients.ts'
import { takes } from '../field-option.ts'
import type { Profile } from '../profile.ts'
import { addCommand, addGroup, days, needed, type Run, runs } from '../run.ts'
import { failed, wrongUsage } from '../stop.ts'

const list = async ({ profiles, output }: Run): Promise<void> => {
  const agents = await merchantOf(profiles.read()).agents.list().toArray()
  output.table(
    { agents },
    ['AGENT ID', 'STATUS', 'RUNTIME', 'NAME'],
    agents.map((one) => [one.agent_id, one.status, one.runtime, one.name]),
  )
}

const shown = (agent: Agent) =>
  [
    ['agent', `${agent.name} (${agent.agent_id})`],
    ['status', agent.status],
    ['scopes', agent.allowed_scopes.join(', ')],
  ] as const

interface Create {
  readonly name: string
  readonly runtime: string
  readonly scopes: readonly Scope[]
}

const create = async ({ profiles, output }: Run, { name, runtime, scopes }: Create): Promise<void> => {
  const profile = profiles.read()
  const made = profile.agent ? undefined : await makeKey(profiles)
  const { agent } = await merchantOf(profile).agents.create({
    name,
    runtime,
    environment: 'testnet',
    allowed_scopes: scopes,
  })
  await profiles.change((now): Profile => {
    const key = now.agent ?? made
    return key ? { ...now, agent: { ...key, agent_id: agent.agent_id } } : now
  })
  output.fields({ agent }, shown(agent))
  output.note('Then: pursestrings agents register-key, and pursestrings agents activate')
}

interface Named {
  readonly agent?: string
}

const agentIdOf = ({ agent }: Profile, named: Named): string => {
  const agent_id = named.agent ?? agent?.agent_id
  if (agent_id !== undefined) return agent_id
  throw wrongUsage('No agent given.', 'Add --agent, or create one: pursestrings agents create --name "…"')
}

const registerKey = async ({ profiles, output }: Run, options: Named & { days: number }): Promise<void> => {
  const profile = profiles.read()
  const key = keyOf(profile)
  const agent_id = agentIdOf(profile, options)
  const credential = await proveKey(merchantOf(profile), agent_id, key, options.days)
  await profiles.change((now) => ({ ...now, agent: { ...key, agent_id } }))
  output.fields({ credential }, [
    ['credential', `${credential.credential_id} (${credential.status})`],
    ['kid', credential.kid],
    ['fingerprint', credential.fingerprint],
    ['until', credential.expires_at],
  ])
}

export const activateAgent = async (merchant: MerchantClient, agent_id: string): Promise<Agent> => {
  const { agent } = await merchant.agents.read(agent_id)
  if (agent.status === 'active') return agent
  return (await merchant.agents.update(agent_id, { status: 'active', version: agent.version })).agent
}

const activate = async ({ profiles, output }: Run, options: Named): Promise<void> => {
  const profile = profiles.read()
  const agent = await activateAgent(merchantOf(profile), agentIdOf(profile, options))
  output.fields({ agent }, shown(agent))
}

const rotateKey = async ({ profiles, output }: Run, options: { days: number; keepOld?: boolean }): Promise<void> => {
  const profile = profiles.read()
  const [merchant, old, agent_id] = [merchantOf(profile), keyOf(profile), agentIdOf(profile, {})]
  const replaced = await credentialNamed(merchant, agent_id, old.kid)
  const next = await makeKey(profiles)
  const credential = await proveKey(merchant, agent_id, next, options.days)
  // From here on the new key signs; only then does the old one end.
  await profiles.change((now) => ({ ...now, agent: { ...next, agent_id } }))
  const ends = replaced !== undefined && !options.keepOld
  if (ends) await merchant.agentCredentials.revoke(agent_id, replaced.credential_id)
  output.fields({ credential, revoked: ends ? replaced.credential_id : null }, [
    ['new key', `${credential.kid} (${credential.status}), kept in ${next.key_file}`],
    ['old key', `${old.kid} (${ends ? 'revoked' : 'still works'})`],
  ])
}

const revokeKey = async ({ profiles, output }: Run, name: string, options: Named): Promise<void> => {
  const profile = profiles.read()
  const [merchant, agent_id] = [merchantOf(profile), agentIdOf(profile, options)]
  const found = await credentialNamed(merchant, agent_id, name)
  if (!found) throw failed(`The agent has no key "${name}".`, 'Use its kid or its credential ID.')
  const { credential } = await merchant.agentCredentials.revoke(agent_id, found.credential_id)
  output.fields({ credential }, [
    ['key', `${credential.kid} (${credential.credential_id})`],
    ['status', `${credential.status}; its tokens no longer work`],
  ])
}

export const addAgents = (program: Command): void => {
  const agents = addGroup(program, 'agents', 'Programs that request payments, and their keys', [
    'agents create --name "Checkout agent" --runtime node-24',
  ])
  addCommand(agents, 'list', 'List agents', ['agents list']).action(runs(list))
  addCommand(agents, 'create', 'Register an agent as a draft', ['agents create --name "Checkout agent"'])
    .addOption(takes(needed('--name <name>', 'as payers will see it'), INPUTS['agents.create'].name))
    .addOption(
      takes(new Option('--runtime <runtime>', 'what it runs on'), INPUTS['agents.create'].runtime).default(
        `node-${process.versions.node.split('.')[0]}`,
      ),
    )
    .addOption(scopesOrAll('scopes it may request'))
    .action(runs(create))
  const named = (command: Command) =>
    command.addOption(
      takes(new Option('--agent <agent-id>', "agent (default: the profile's)"), INPUTS['agents.read'].agent_id),
    )
  named(addCommand(agents, 'register-key', "Register and verify the profile's key", ['agents register-key --days 30']))
    .option('--days <days>', 'days until it expires', days, 90)
    .action(runs(registerKey))
  named(addCommand(agents, 'activate', 'Activate the agent', ['agents activate'])).action(runs(activate))
  addCommand(agents, 'rotate-key', 'Create and verify a new key, then revoke the old one', [
    'agents rotate-key',
    'agents rotate-key --keep-old',
  ])
    .option('--days <days>', 'days until the new key expires', days, 90)
    .option('--keep-old', 'keep the old key active, for agents running elsewhere')
    .action(runs(rotateKey))
  named(addCommand(agents, 'revoke-key <key>', 'Revoke a key', ['agents revoke-key key-2026…'])).action(runs(revokeKey))
}
