/** `connect` and `pair`: how the agent of the profile gets a connection. Its token is kept, never shown. */
import { type Connected, createAgentClient, type PairingStartAnswer, type Scope } from '@pursestrings/sdk'
import { INPUTS } from '@pursestrings/sdk/inputs'
import { type Command, Option } from 'commander'
import { makeKey } from '../agent-key.ts'
import { scopesOrAll } from '../checks.ts'
import { agentOf, connectedAgentOf, readKey, speaksForMerchant } from '../clients.ts'
import { takes } from '../field-option.ts'
import { fieldsText } from '../output.ts'
import { pinKeys } from '../pins.ts'
import { addCommand, type Run, runs, seconds } from '../run.ts'
import { terminal } from '../terminal.ts'
import { qrText } from '../terminal-qr.ts'
import { serviceOf } from './init.ts'

interface Options {
  readonly scopes: readonly Scope[]
  readonly timeout: number
}

interface ConnectOptions extends Options {
  readonly name: string
  readonly baseUrl?: string
}

const connect = async (run: Run, connect_key: string, options: ConnectOptions): Promise<void> => {
  const { profiles, output } = run
  const base_url = serviceOf(run, options.baseUrl)
  await profiles.change((now) => ({ ...now, base_url }))
  const profile = profiles.read()
  await pinKeys(profiles)
  // Whoever is signed in means an agent of the organization, and is told how to register one.
  if (profile.agent?.agent_id === undefined && !speaksForMerchant(profile)) return enroll(run, connect_key, options)
  const { scopes, timeout } = options
  const agent = agentOf(profile)
  const asking = () => agent.connect({ connect_key, scopes, timeout_ms: timeout * 1000 })
  const connected = await output.waiting('Waiting for the user to approve in the wallet', asking)
  await keep({ profiles, output }, connected)
}

/** The user's own agent, without an organization: its key is made here, and the wallet is asked in one step. */
const enroll = async (
  { profiles, output }: Run,
  connect_key: string,
  { scopes, timeout, name }: ConnectOptions,
): Promise<void> => {
  const made = profiles.read().agent ?? (await makeKey(profiles))
  await profiles.change((now) => ({ ...now, agent: made }))
  const { base_url, audience } = profiles.read()
  const agent = createAgentClient({ base_url, audience, kid: made.kid, private_key: readKey(made) })
  output.note(
    `Your own agent "${name}" asks your wallet. No organization vouches for its name: approve it if you started it.`,
  )
  const asking = () =>
    agent.enroll({
      connect_key,
      name,
      scopes,
      runtime: `node-${process.versions.node.split('.')[0]}`,
      timeout_ms: timeout * 1000,
      // Kept before the user decides: whoever is interrupted connects as the same agent.
      onEnrolled: async ({ agent_id }) => {
        await profiles.change((now) => ({ ...now, agent: { ...made, agent_id } }))
      },
    })
  const connected = await output.waiting('Waiting for you to approve in the wallet', asking)
  await keep({ profiles, output }, connected)
  output.note('Next: pursestrings mcp install --client <client>, or requests and events with the SDK.')
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
  const picture = terminal().stdout.isTTY ? `${qrText(pairing_uri)}\n\n` : ''
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
    addCommand(
      program,
      'connect <connect-key>',
      "Connect with a user's Connect Key; without an agent, as the user's own",
      [
        'connect 0Z77-G2M9-QXC0-4TNK-V8E9',
        'connect 0Z77-G2M9-QXC0-4TNK-V8E9 --scopes payment.requests.read',
        'connect 0Z77-G2M9-QXC0-4TNK-V8E9 --base-url https://x.example',
      ],
    ),
  )
    .option(
      '--base-url <url>',
      'service URL, for a new profile (default: PURSESTRINGS_BASE_URL, or http://127.0.0.1:8787)',
    )
    .addOption(
      takes(new Option('--name <name>', 'name of your own agent'), INPUTS['connect_invitations.enroll'].name).default(
        'My agent',
      ),
    )
    .action(runs(connect))
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
