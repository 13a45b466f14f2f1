/** Where money goes, as one digest: every encoding of one address is one payee, another address is another (A16). */
import { hash } from 'node:crypto'
import { type PayeeFacts, payeeText } from '@countersign/contract/automation-policies/policy-text'

export const payeeDigest = (facts: PayeeFacts): string => hash('sha256', payeeText(facts), 'hex')
