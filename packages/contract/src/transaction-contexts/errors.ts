/** What can be refused about transaction contexts, and what to do next. */
import { errorEntry } from '../errors.ts'

export const transactionIdAmbiguous = errorEntry({
  code: 'transaction_id_ambiguous',
  status: 409,
  meaning: 'Two connections of this device use that `transaction_id`.',
  recovery: 'Add `connection_id`.',
  retry: 'never',
})
