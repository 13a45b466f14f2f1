/** `connect` and `pair`: how the agent of the profile gets a connection. Its token is kept, never shown. */
import type { Connected, PairingStartAnswer, Scope } from '@pursestrings/sdk'
import type { Command } from 'commander'
import { scopesOrAll } from '../checks.ts'
import { agentOf, connectedAgentOf } from '../clients.ts'
import { fieldsText } from '../output.ts'
import { pinKeys } from '../pins.ts'
import { addCommand, type Run, runs, seconds } from '../run.ts'
import { qrText } from '../terminal-qr.ts'

interface Options {
  readonly scopes: readonly Scope[]
  readonly timeout: number
}

const connect = async ({ profiles, output }: Run, connect_key: string, { scopes, timeout }: Options): Promise<void> => {
  const agent = agentOf(profiles.read())
  await pinKeys(profiles)
  const asking = () => agent.connect({ connect_key, scopes, timeout_ms: timeout * 1000 })
  const connected = await output.waiting('Waiting for the user to approve in the wallet', asking)
  await keep({ profiles, output }, connected)
}

const keep = async ({ profiles, output }: Pick<Run, 'profiles' | 'output'>, connected: Connected): Promise<void> => {
  const { connection, connection_token } = connected
  const { connection_id } = connection
  await profiles.change((now) => ({ ...now, connection: { connection_id, connection_token } }))
  const text = fieldsText([
    ['connection', `${connection_id} (${connection.status})`],
    ['granted', connection.scopes.join(', ')],
    ['profile', `token saved in ${profiles.name}`],
  ])
  output.line({ connection }, text)
}

const pair = async ({ profiles, output }: Run, { scopes, timeout }: Options): Promise<void> => {
  const agent = agentOf(profiles.read())
  await pinKeys(profiles)
  const pairing = () => agent.pair({ scopes, timeout_ms: timeout * 1000, show: (started) => show(output, started) })
  await keep({ profiles, output }, await pairing())
}

const show = (
  output: Run['output'],
  { pairing_session, code, pairing_uri, check_phrase }: PairingStartAnswer,
): void => {
  const { pairing_session_id, expires_at } = pairing_session
  const fields = fieldsText([
    ['code', code],
    ['check phrase', check_phrase],
    ['expires', expires_at],
    ['address', pairing_uri],
  ])
  const picture = process.stdout.isTTY ? `${qrText(pairing_uri)}\n\n` : ''
  const record = { pairing_session_id, code, check_phrase, pairing_uri, expires_at }
  output.line(record, `${picture}${fields}`)
  output.note('\nType or scan it in the wallet. Approve only if it shows the same two words.')
  output.note('Waiting for the wallet. Press Ctrl-C to stop.')
}

const disconnect = async ({ profiles, output }: Run): Promise<void> => {
  const { connection } = await connectedAgentOf(profiles).connections.revoke('current')
  await profiles.change((now) => {
    const { connection: _ended, ...rest } = now
    return rest
  })
  output.fields({ connection }, [
    ['connection', `${connection.connection_id} (${connection.status})`],
    ['profile', `${profiles.name} is no longer connected`],
  ])
}

export const addConnect = (program: Command): void => {
  const waits = (command: Command) =>
    command
      .addOption(scopesOrAll('scopes to request'))
      .option('--timeout <seconds>', 'how long to wait for the user', seconds, 600)
  waits(
    addCommand(program, 'connect <connect-key>', "Connect with a user's Connect Key", [
      'connect 7K4D-9QXM-2FHT',
      'connect 7K4D-9QXM-2FHT --scopes payment.requests.create',
    ]),
  ).action(runs(connect))
  waits(
    addCommand(program, 'pair', 'Connect by showing a code and a QR code', [
      'pair',
      'pair --json  # two lines: the code, then the connection',
    ]),
  ).action(runs(pair))
  addCommand(program, 'disconnect', "Revoke the agent's connection; pending requests stay with the user", [
    'disconnect',
  ]).action(runs(disconnect))
}
