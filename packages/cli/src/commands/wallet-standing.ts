/** `wallet connections`, `wallet policies`, `wallet stop` and `wallet payee-changes`: what stays for longer than one payment. */
import {
  type AutomationPolicy,
  type ConnectInvitation,
  type Connection,
  checkPolicy,
  checkProposal,
  type PairingSession,
  type Scope,
  type Source,
  type WalletClient,
} from '@pursestrings/sdk'
import { type Command, Option } from 'commander'
import { scopesOption } from '../checks.ts'
import { walletOf } from '../clients.ts'
import type { Field } from '../output.ts'
import { POLICY_TITLES, policyFields, policyRow } from '../policy-text.ts'
import { addCommand, addGroup, type Run, runs } from '../run.ts'

const agentText = ({ agent_name, merchant_name, personal }: Source): string =>
  personal ? `${agent_name}, your own` : `${agent_name} of ${merchant_name}`

const domainText = ({ verified_domain, personal }: Source): string =>
  verified_domain ?? (personal ? 'none: no organization vouches for its name' : 'none verified')

const connections = async ({ profiles, output }: Run): Promise<void> => {
  const found = await walletOf(profiles.read()).connections.list().toArray({ limit: 100 })
  output.table(
    { connections: found },
    ['CONNECTION', 'STATUS', 'AGENT'],
    found.map(({ connection_id, status, source }) => [connection_id, status, agentText(source)]),
  )
}

const onConnection =
  (act: (wallet: WalletClient, id: string) => PromiseLike<{ connection: Connection }>) =>
  async ({ profiles, output }: Run, id: string): Promise<void> => {
    const { connection } = await act(walletOf(profiles.read()), id)
    output.fields({ connection }, [
      ['connection', connection.connection_id],
      ['status', connection.status],
      ['may', connection.scopes.join(', ')],
    ])
  }

const policies = async ({ profiles, output }: Run): Promise<void> => {
  const automation_policies = await walletOf(profiles.read()).automationPolicies.list().toArray({ limit: 100 })
  output.table({ automation_policies }, POLICY_TITLES, automation_policies.map(policyRow))
}

const onPolicy =
  (act: (wallet: WalletClient, id: string) => PromiseLike<AutomationPolicy>) =>
  async ({ profiles, output }: Run, id: string): Promise<void> => {
    const automation_policy = await act(walletOf(profiles.read()), id)
    output.fields({ automation_policy }, policyFields(automation_policy))
  }

/** The digest is made from what is shown, never taken on trust. */
const optIn = async (wallet: WalletClient, id: string): Promise<AutomationPolicy> => {
  const { automationPolicies } = wallet
  const policy = await automationPolicies.read(id)
  const policy_digest = await (policy.proposed ? checkProposal(policy) : checkPolicy(policy))
  return automationPolicies.optIn(id, await wallet.signConsent(policy_digest))
}

/** Exactly the proposal that was read: one that replaces it meanwhile stays. */
const decline = async ({ automationPolicies }: WalletClient, id: string): Promise<AutomationPolicy> => {
  const { version } = await automationPolicies.read(id)
  return automationPolicies.dropProposal(id, { version })
}

const payeeChanges = async ({ profiles, output }: Run, { since }: { since?: string }): Promise<void> => {
  const found = await walletOf(profiles.read()).payeeChanges.list(since === undefined ? {} : { since: Number(since) })
  output.table(
    { payee_changes: found.payee_changes, next_since: found.next_since },
    ['ENTRY', 'EVENT', 'PAYEE', 'ADDRESS'],
    found.payee_changes.map(({ log_index, event, name, domain, to }) => [
      String(log_index),
      event,
      `${name} (${domain})`,
      to,
    ]),
  )
}

type Stopped = Awaited<ReturnType<WalletClient['connections']['stopAll']>>

const onStop =
  (act: (wallet: WalletClient) => PromiseLike<Stopped>) =>
  async ({ profiles, output }: Run): Promise<void> => {
    const { stopped_at } = await act(walletOf(profiles.read()))
    output.fields({ stopped_at }, [['stopped', stopped_at ?? 'no']])
  }

const CONNECTION = 'con_01k0000000e008000000000000'
const POLICY = 'pol_01k0000000e008000000000000'

export const addWalletStanding = (wallet: Command): void => {
  const ofConnections = addGroup(wallet, 'connections', 'Agents connected to the TEST wallet', [
    'wallet connections list',
  ])
  addCommand(ofConnections, 'list', 'List them', ['wallet connections list']).action(runs(connections))
  const connection = (name: string, summary: string, act: Parameters<typeof onConnection>[0]) =>
    addCommand(ofConnections, `${name} <connection-id>`, summary, [`wallet connections ${name} ${CONNECTION}`]).action(
      runs(onConnection(act)),
    )
  connection('pause', 'Pause the agent: it can only read', (one, id) =>
    one.connections.update(id, { status: 'paused' }),
  )
  connection('resume', 'Resume the agent', (one, id) => one.connections.update(id, { status: 'active' }))
  connection('revoke', 'Revoke the connection', (one, id) => one.connections.revoke(id))
  const ofPolicies = addGroup(wallet, 'policies', 'What the TEST wallet pays without asking', ['wallet policies list'])
  addCommand(ofPolicies, 'list', 'List them', ['wallet policies list']).action(runs(policies))
  const policy = (name: string, summary: string, act: Parameters<typeof onPolicy>[0]) =>
    addCommand(ofPolicies, `${name} <policy-id>`, summary, [`wallet policies ${name} ${POLICY}`]).action(
      runs(onPolicy(act)),
    )
  policy('opt-in', 'Check the terms or the proposal, and consent', optIn)
  policy('decline', 'Decline a proposal', decline)
  policy('pause', 'Pause the policy: ask the user again', (one, id) =>
    one.automationPolicies.setStatus(id, { status: 'paused' }),
  )
  policy('resume', 'Resume the policy', (one, id) => one.automationPolicies.setStatus(id, { status: 'active' }))
  policy('withdraw', 'Withdraw the policy', (one, id) => one.automationPolicies.withdraw(id))
  addCommand(wallet, 'stop', 'Pause every connection and policy of the TEST wallet at once', ['wallet stop']).action(
    runs(onStop((one) => one.connections.stopAll())),
  )
  addCommand(wallet, 'go-on', 'Undo that, signed with the key of this device', ['wallet go-on']).action(
    runs(onStop((one) => one.undoStop())),
  )
  addCommand(wallet, 'payee-changes', 'List changes of payees it may be asked to pay', [
    'wallet payee-changes',
    'wallet payee-changes --since 17',
  ])
    .addOption(new Option('--since <entry>', 'only what came after this entry of the log'))
    .action(runs(payeeChanges))
}

// `wallet invitations` and `wallet pairings`: which agents may ask the test wallet.

interface Narrowed {
  /** By default all that were asked for. */
  readonly scopes?: readonly Scope[]
}

const sourceFields = ({ source, status, granted_scopes }: ConnectInvitation | PairingSession): readonly Field[] => [
  ['agent', agentText(source)],
  ['domain', domainText(source)],
  ['status', status],
  ['granted', granted_scopes?.join(', ')],
]

const list = async ({ profiles, output }: Run): Promise<void> => {
  const connect_invitations = await walletOf(profiles.read()).connectInvitations.list().toArray({ limit: 100 })
  output.table(
    { connect_invitations },
    ['INVITATION', 'STATUS', 'AGENT'],
    connect_invitations.map((one) => [one.connect_invitation_id, one.status, one.source.agent_name]),
  )
}

const approve = async ({ profiles, output }: Run, id: string, narrowed: Narrowed): Promise<void> => {
  const { connectInvitations } = walletOf(profiles.read())
  const { connect_invitation: input } = await connectInvitations.read(id)
  const scopes = narrowed.scopes ?? input.requested_scopes
  const { connect_invitation } = await connectInvitations.approve(id, { scopes })
  output.fields({ connect_invitation }, sourceFields(connect_invitation))
}

const reject = async ({ profiles, output }: Run, id: string): Promise<void> => {
  const { connect_invitation } = await walletOf(profiles.read()).connectInvitations.reject(id)
  output.fields({ connect_invitation }, sourceFields(connect_invitation))
}

const approvePairing = async ({ profiles, output }: Run, code: string, narrowed: Narrowed): Promise<void> => {
  const { pairing } = walletOf(profiles.read())
  const { pairing_session, check_phrase } = await pairing.lookUp({ code })
  output.note(`Your agent must show "${check_phrase}". If it shows other words, reject it.`)
  const scopes = narrowed.scopes ?? pairing_session.requested_scopes
  // The copy of the token that comes back is the agent's to replace; nobody needs it here.
  const { connection } = await pairing.approve(pairing_session.pairing_session_id, { code, scopes })
  output.fields({ connection, check_phrase }, [
    ['connection', `${connection.connection_id} (${connection.status})`],
    ['agent', agentText(connection.source)],
    ['domain', domainText(connection.source)],
    ['granted', connection.scopes.join(', ')],
    ['check phrase', check_phrase],
  ])
}

export const addWalletDecisions = (wallet: Command): void => {
  const narrows = (command: Command) => command.addOption(scopesOption('grant only these scopes'))
  const invitations = addGroup(wallet, 'invitations', 'Agents that want to connect to the TEST wallet', [
    'wallet invitations list',
  ])
  addCommand(invitations, 'list', 'List them', ['wallet invitations list']).action(runs(list))
  narrows(
    addCommand(invitations, 'approve <invitation-id>', 'Approve the agent', [
      'wallet invitations approve cki_01k0000000e008000000000000',
    ]),
  ).action(runs(approve))
  addCommand(invitations, 'reject <invitation-id>', 'Reject the agent', [
    'wallet invitations reject cki_01k0000000e008000000000000',
  ]).action(runs(reject))
  const pairings = addGroup(wallet, 'pairings', 'Agents that show a pairing code', [
    'wallet pairings approve WDJB-MJHT',
  ])
  narrows(
    addCommand(pairings, 'approve <code>', 'Approve the agent that shows this code', [
      'wallet pairings approve WDJB-MJHT',
    ]),
  ).action(runs(approvePairing))
}
