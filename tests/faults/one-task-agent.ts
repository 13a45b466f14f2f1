/** One of several processes that ask for the same task, again and again, with changing amounts; tells what came of it. */
import { createAgentClient, TaskConflictError } from '@pursestrings/sdk'

const [base_url = '', connection_token = '', payee = '{}', first = '0', count = '0'] = process.argv.slice(2)
const { recipient_id, recipient_version_id } = JSON.parse(payee) as Record<string, string>
const said: Record<string, number> = {}
for (let n = Number(first); n < Number(first) + Number(count); n++) {
  // Every try is a new program that knows nothing of those before.
  const agent = createAgentClient({ base_url, connection_token, retries: n % 4 })
  const amount = String(1 + (n % 5))
  const wanted = {
    task_ref: 'the-task',
    recipient_id: recipient_id ?? '',
    recipient_version_id: recipient_version_id ?? '',
  }
  const end = await agent.requestPayment({ ...wanted, amount, replace: n % 3 === 0 }).then(
    ({ replayed }) => (replayed ? 'replayed' : 'made'),
    (failure: unknown) => (failure instanceof TaskConflictError ? 'refused' : (failure as Error).name),
  )
  said[end] = (said[end] ?? 0) + 1
}
process.stdout.write(JSON.stringify(said))
