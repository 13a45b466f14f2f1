import { APPROVAL_PATH, approvalFragment } from '@pursestrings/protocol/approval-link'
import { baseOf } from './transport.ts'

/**
 * The link with which a person finds a payment request in the wallet at `wallet_url`. It approves nothing and holds no secret:
 * the page opens the review for the wallet that was asked, and tells anybody else nothing. Read `wallet_url` from
 * `service.read` once and keep it with the pinned keys: an address that comes with each answer could lead your user elsewhere.
 */
export const approvalLink = (wallet_url: string, request_id: string): string =>
  `${baseOf(wallet_url, 'wallet_url')}${APPROVAL_PATH}${approvalFragment(request_id)}`
