/** What can be refused about transaction contexts, and what to do next. */
import { errorEntry } from '../errors.ts'

export const transactionIdAmbiguous = errorEntry({
  code: 'transaction_id_ambiguous',
  status: 409,
  meaning: "Two of this device's connections use that `transaction_id`.",
  recovery: 'Add `connection_id`.',
  retry: 'never',
})
