import type { PaymentRequest } from '@pursestrings/sdk'

/** In what wallet and ledger contradict each other. */
export const kindOfDispute = ({ ledger_outcome }: PaymentRequest['settlement']) =>
  ledger_outcome === 'mismatch' ? 'different' : ledger_outcome === 'paid' ? 'paid' : 'nothing'
