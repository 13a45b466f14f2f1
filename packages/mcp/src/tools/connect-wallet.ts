import { INPUTS } from '@countersign/sdk/inputs'
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
    "Spends a Connect Key that the user made in their wallet and gives you, and asks that wallet for leave to ask for payments. The user decides there; this cannot approve itself. It replaces this server's earlier connection once approved.",
  input: closed({
    connect_key: field(INPUTS['connect_invitations.claim'].connect_key, "from the user's wallet, as they typed it"),
  }),
  output: CONNECTION,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  async run({ connect_key }, { mcpReq: { signal } }) {
    if (!deps.can_connect) {
      throw new Refusal(
        'agent_not_set_up',
        'This server has no agent key, so it cannot claim a Connect Key.',
        'Tell the user that whoever runs this server sets up an agent (`countersign init`, or COUNTERSIGN_AGENT_ID, _AGENT_KID and _AGENT_KEY_FILE), then restarts it.',
      )
    }
    await deps.connecting.begin(connect_key, wait_ms, signal)
    return tellConnection(deps, signal)
  },
})
