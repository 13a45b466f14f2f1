/** Stopping a wallet, or the agents of an organization: what it stops, what begins beside it, and who undoes it. */
import type { Mutant } from './mutant.ts'

const TEST = 'server/test/wallet-stop.test.ts'
const CONNECTIONS = 'server/src/connections/connections/connections.store.ts'
const POLICIES = 'server/src/payments/automation-policies/automation-policies.store.ts'

export const stopMutants: readonly Mutant[] = [
  {
    name: 'a stop leaves the policies active',
    file: 'server/src/payments/automation-policies/stop-wallet.ts',
    find: "  await move(tx, 'paused')\n",
    replace: '',
    test: TEST,
    caught_by: 'has every connection and policy paused',
  },
  {
    name: 'a stopped wallet is connected to',
    file: 'server/src/connections/devices/devices.ts',
    find: "  if (standing === 'stopped') throw new Refusal(walletStopped)\n",
    replace: '',
    test: TEST,
    caught_by: 'connects, resumes and agrees to nothing',
  },
  {
    name: 'a connection of a stopped wallet is resumed',
    file: 'server/src/connections/connections/change-connection.ts',
    find: "  if (status === 'active') await refuseStopped(tx, tx.wallet_id)\n",
    replace: '',
    test: TEST,
    caught_by: 'connects, resumes and agrees to nothing',
  },
  {
    name: 'a policy of a stopped wallet is resumed, or agreed to',
    file: 'server/src/payments/automation-policies/reach-policy.ts',
    find: 'if (activates && caller',
    replace: 'if (!activates && caller',
    test: TEST,
    caught_by: 'connects, resumes and agrees to nothing',
  },
  {
    name: 'whoever signs undoes any stop',
    file: 'server/src/connections/connections/decision-signature.ts',
    find: "  refuseDiffering(said, expected, 'undo_jws')\n",
    replace: "  refuseDiffering({ ...said, stopped_at: stopped_at.toISOString() }, expected, 'undo_jws')\n",
    test: TEST,
    caught_by: 'goes on as it was once a device has signed for that very stop',
  },
  {
    name: 'a stop is undone without a signature',
    file: 'server/src/connections/connections/stop-connections.ts',
    find: '  await checkStopUndo(tx, undo_jws, { issuer, stopped_at })\n',
    replace: '  void [checkStopUndo, undo_jws, issuer]\n',
    test: TEST,
    caught_by: 'is not let on by a token, another key',
  },
  {
    name: 'undoing a stop resumes what was paused before',
    file: CONNECTIONS,
    find: "sql`status = 'paused' and paused_by = 'stop'`",
    replace: "sql`status = 'paused'`",
    test: TEST,
    caught_by: 'goes on as it was once a device has signed for that very stop',
  },
  {
    name: 'undoing a stop resumes policies that were paused before',
    file: POLICIES,
    find: "sql`status = 'paused' and stopped`",
    replace: "sql`status = 'paused'`",
    test: TEST,
    caught_by: 'goes on as it was once a device has signed for that very stop',
  },
  {
    name: 'undoing a stop resumes a connection that the user paused since',
    file: 'server/src/connections/connections/change-connection.ts',
    find: "status === 'paused' && connection.paused_by === 'stop'",
    replace: 'false',
    test: TEST,
    caught_by: 'goes on as it was once a device has signed for that very stop',
  },
  {
    name: 'undoing a stop resumes a policy that the user paused since',
    file: 'server/src/payments/automation-policies/move-policy.ts',
    find: '...(by_itself && { stopped: false })',
    replace: '',
    test: TEST,
    caught_by: 'goes on as it was once a device has signed for that very stop',
  },
  {
    name: 'an agent that an owner suspended since is activated with the others',
    file: 'server/src/connections/agents/agents.ts',
    find: '...(by_itself && { stopped: false })',
    replace: '',
    test: TEST,
    caught_by: 'has none that asks or is activated',
  },
  {
    name: 'an agent is activated while all are stopped',
    file: 'server/src/connections/agents/agents.ts',
    find: "  if (wanted.status === 'active') await refuseWhileAgentsStopped(tx)\n",
    replace: '  void refuseWhileAgentsStopped\n',
    test: TEST,
    caught_by: 'has none that asks or is activated',
  },
  {
    name: 'any admin stops all agents',
    file: 'packages/contract/src/merchants/operations.ts',
    find: "    { field: 'agents', role: 'owner' },\n",
    replace: '',
    test: TEST,
    caught_by: 'is stopped by owners alone',
  },
]
