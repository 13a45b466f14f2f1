/** The sequencer of the payee log alone, as a process that can be killed anywhere: turns entries into leaves and signs. */
import { setTimeout as pause } from 'node:timers/promises'
import { publishCheckpoint } from '../../server/src/log/publish-checkpoint.ts'
import { logSignerOf } from '../../server/src/log/read-log-key.ts'
import { sequenceLog } from '../../server/src/log/sequence-log.ts'
import { createWitnessClient } from '../../server/src/outside/witness-client.ts'
import { createPool, WORKER_ROLE } from '../../server/src/postgres/pool.ts'
import { transactionsOn } from '../../server/src/postgres/transaction.ts'

const [url = '', key = '', issuer = ''] = process.argv.slice(2)
const pool = createPool({ url, max: 2, application_name: 'log-sequencer', role: WORKER_ROLE })
const transactions = transactionsOn({ app: pool, system: pool, system_role: WORKER_ROLE })
const signer = await logSignerOf({ key, issuer, witnesses: undefined })
const witnesses = createWitnessClient()
console.log('started')
for (;;) {
  const added = await sequenceLog(transactions, 64)
  await publishCheckpoint({ transactions, signer, witnesses }, () => new Date())
  if (added === 0) await pause(5)
}
