import { INPUTS } from '@pursestrings/sdk/inputs'
import type { Deps } from '../deps.ts'
import { Refusal } from '../refusal.ts'
import { closed, field, type Tool } from '../tool.ts'
import { CONNECTION, tellConnection } from './connection-status.ts'

interface Input {
  readonly connect_key: string
}

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
  async run({ connect_key }, { mcpReq: { signal } }) {
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
