/** What a connection may do: its scopes, and the contexts that it sends (4.4, 5). */
import { isDone, isRefused, saidOf } from '../call.ts'
import type { Run } from '../place.ts'
import type { Agent } from './agent.ts'
import { type Asking, create, PATH } from './requests.ts'
import { connect, type Wallet } from './wallet.ts'

const CONTEXTS = '/v1/transaction-contexts'

export const judgeContexts = async ({ book }: Run, { connection }: Asking): Promise<void> => {
  const body = { title: 'Order 1042', summary: 'Two books' }
  const made = await connection.call('POST', CONTEXTS, { body })
  const transaction_id: unknown = made.json.transaction_context?.transaction_id
  book.judge(
    ['4.4 POST /v1/transaction-contexts', '5 connected agent'],
    'a context is kept under an id',
    isDone(made) && typeof transaction_id === 'string',
    saidOf(made),
  )
  await connection.call('POST', CONTEXTS, { body: { ...body, transaction_id, title: 'Order 1042, changed' } })
  const read = await connection.call('GET', `${CONTEXTS}/${String(transaction_id)}`)
  const title: unknown = read.json.transaction_context?.title
  book.judge(
    '4.4 GET /v1/transaction-contexts/{transaction_id}',
    'the latest is read',
    title === 'Order 1042, changed',
    saidOf(read),
  )
}

/** A connection that may only read requests. */
export const judgeScopes = async (run: Run, agent: Agent, asking: Asking, wallet: Wallet): Promise<void> => {
  const { book } = run
  const connection = await connect(run, agent, wallet, ['payment.requests.read'])
  const narrow = { ...asking, connection }
  const refused = await create(narrow)
  book.judge(
    '4.4 POST /v1/payment-requests',
    'a create without its scope is refused',
    isRefused(refused),
    saidOf(refused),
  )
  const context = await connection.call('POST', CONTEXTS, { body: { title: 'Order', summary: 'Books' } })
  book.judge(
    '4.4 POST /v1/transaction-contexts',
    'a context without its scope is refused',
    isRefused(context),
    saidOf(context),
  )
  const read = await connection.call('GET', `${CONTEXTS}/txn_of_nobody`)
  book.judge(
    '4.4 GET /v1/transaction-contexts/{transaction_id}',
    'a read without its scope is refused',
    isRefused(read),
    saidOf(read),
  )
  const events = await connection.call('GET', `${PATH}/events`, { query: { since: '0' } })
  book.judge('6.1', 'events are read with the scope of reads', isDone(events), saidOf(events))
  const nobody = await run.call('GET', `${PATH}/events`, { query: { since: '0' } })
  book.judge(['5 connected agent', '5.5'], 'without a token it is 401', nobody.status === 401, saidOf(nobody))
}
