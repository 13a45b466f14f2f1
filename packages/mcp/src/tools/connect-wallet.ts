import { INPUTS } from '@pursestrings/sdk/inputs'
import type { Deps } from '../deps.ts'
import { fenced } from '../fence.ts'
import { NEXT, UNTRUSTED } from '../payment-view.ts'
import { Refusal } from '../refusal.ts'
import { closed, field, result, type Tool, type ToolAnswer, text } from '../tool.ts'

interface Input {
  readonly connect_key: string
}

const WAITING = 'Ask the user to answer in their wallet, then call connection_status.'

/** Clients give up after a minute; a person may take ten. */
const WAIT_MS = 45_000

export const connectWallet = (deps: Deps, wait_ms = WAIT_MS): Tool<Input> => ({
  name: 'connect_wallet',
  title: 'Connect a wallet',
  description:
    "Connects to the user's wallet with a Connect Key that they created there. The user approves in the wallet; you can't approve it yourself. Once approved, it replaces this server's earlier connection.",
  input: closed({
    connect_key: field(
      INPUTS['connect_invitations.claim'].connect_key,
      "from the user's wallet, exactly as they gave it",
    ),
  }),
  output: CONNECTION,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  when_late: WAITING,
  async run({ connect_key }, { signal }) {
    if (!deps.can_connect) {
      throw new Refusal(
        'agent_not_set_up',
        "This server has no agent key, so it can't use a Connect Key.",
        'Tell the user: the person who set up this MCP server must add an agent (`pursestrings init`, or PURSESTRINGS_AGENT_ID, _AGENT_KID and _AGENT_KEY_FILE) and restart it.',
      )
    }
    await deps.connecting.begin(connect_key, wait_ms, signal)
    return tellConnection(deps, signal)
  },
})

export const CONNECTION = closed(
  {
    status: {
      type: 'string',
      enum: ['not_connected', 'waiting_for_user', 'active', 'paused', 'revoked'],
      description: 'you can request payments only while it is active',
    },
    connection_id: text('of the connection'),
    scopes: { type: 'array', items: { type: 'string' }, description: 'what you can do now' },
    untrusted: UNTRUSTED,
    next: NEXT,
  },
  'connection_id',
  'scopes',
  'untrusted',
)

export const connectionStatus = (deps: Deps): Tool<object> => ({
  name: 'connection_status',
  title: 'Check the connection',
  description: 'Whether a wallet is connected, and what its user allows. Call it after connect_wallet.',
  input: closed({}),
  output: CONNECTION,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  run: (_, { signal }) => tellConnection(deps, signal),
})

const NEXT_IN = {
  active: 'Call list_recipients, then request_payment.',
  paused: 'Tell the user that the connection is paused; they can resume it in their wallet.',
  revoked: 'Ask the user for a new Connect Key from their wallet and call connect_wallet with it.',
}

export const tellConnection = async (deps: Deps, signal: AbortSignal): Promise<ToolAnswer> => {
  const { agent, connecting, can_connect } = deps
  if (connecting.waiting) return tell('waiting_for_user', WAITING)
  const failure = connecting.takeFailure()
  if (failure !== undefined) throw failure
  if (!connecting.connected) {
    return tell(
      'not_connected',
      can_connect
        ? NEXT_IN.revoked
        : 'Tell the user: the person who set up this MCP server must add an agent or a connection token first.',
    )
  }
  const { connection } = await agent.connections.read('current', { signal })
  const { status, connection_id, effective_scopes: scopes, source } = connection
  return tell(status, NEXT_IN[status], { connection_id, scopes, untrusted: fenced({ source }) })
}

const tell = (
  status: string,
  next: string,
  more: Readonly<Record<string, unknown>> & { readonly untrusted?: string } = {},
): ToolAnswer =>
  result({ status, ...more, next }, [`The wallet connection is: ${status}.`, `Next: ${next}`, more.untrusted ?? ''])
