/** Makes the queue's statements a part of the caller's transaction. */
import type { AnyTx } from '../postgres/transaction.ts'

export const executorOf = ({ client }: AnyTx) => ({
  db: { executeSql: (text: string, values?: unknown[]) => client.query(text, values) },
})
