/** `wallet invitations` and `wallet pairings`: which agents may ask the test wallet. */
import type { ConnectInvitation, PairingSession, Scope } from '@pursestrings/sdk'
import type { Command } from 'commander'
import { scopesOption } from '../checks.ts'
import { walletOf } from '../clients.ts'
import type { Field } from '../layout.ts'
import { addCommand, addGroup, type Run, runs } from '../run.ts'

interface Narrowed {
  /** By default all that were asked for. */
  readonly scopes?: readonly Scope[]
}

const sourceFields = ({ source, status, granted_scopes }: ConnectInvitation | PairingSession): readonly Field[] => [
  ['agent', `${source.agent_name} of ${source.merchant_name}`],
  ['domain', source.verified_domain ?? 'none verified'],
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
    ['agent', `${connection.source.agent_name} of ${connection.source.merchant_name}`],
    ['domain', connection.source.verified_domain ?? 'none verified'],
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
