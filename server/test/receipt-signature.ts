/** Signs as a test service does with its receipt key: what a rogue operator could sign, verifiers must still judge. */
import { receiptSignerOf } from '../src/transparency/facts-keys/facts-keys.ts'
import { readFactsKeys } from '../src/transparency/facts-keys/read-facts-keys.ts'
import { RECEIPT_KEYS } from './ledger-world.ts'

export const receiptSignatureBy = (issuer: string) => receiptSignerOf(readFactsKeys(RECEIPT_KEYS, issuer, 'receipt'))
