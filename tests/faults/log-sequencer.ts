/** The sequencer of the payee log alone, as a process that can be killed anywhere: turns entries into leaves and signs. */
import { setTimeout as pause } from 'node:timers/promises'
import { createWitnessClient } from '../../server/src/platform/egress/witness-client.ts'
import { createPool, WORKER_ROLE } from '../../server/src/platform/postgres/pool.ts'
import { transactionsOn } from '../../server/src/platform/postgres/transaction.ts'
import { publishCheckpoint } from '../../server/src/transparency/log/publish-checkpoint.ts'
import { logSignerOf } from '../../server/src/transparency/log/read-log-key.ts'
import { sequenceLog } from '../../server/src/transparency/log/sequence-log.ts'

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
