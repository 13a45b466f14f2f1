/**
 * A wallet says what became of a request. All is decided by the one statement, together with its neighbours': whose the
 * token is, which request is meant, what the report does to it. Racing reports and the expiry meet at the connection's row,
 * which it holds first (racing pairs 10 to 13). The user has acted, so a connection that is paused or revoked meanwhile
 * changes nothing.
 */
import { recipientSuspended } from '@countersign/contract/payment-requests/errors'
import { SERVICE_REASONS } from '@countersign/contract/payment-requests/records'
import type { PaymentStatus } from '@countersign/contract/payment-requests/states'
import { validationFailed } from '@countersign/contract/transport-errors'
import { uuidOf } from '@countersign/contract/wire/ids'
import { noteDeviceUse } from '../credentials/device-token.ts'
import type { Transactions } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { isAccepted, isLate, type PaymentReport, type Reported } from './reports.store.ts'
import type { Signer } from './sign-payment-requests.ts'
import { refusalFor } from './verdicts.ts'

interface Deps {
  readonly transactions: Transactions
  readonly submitReport: (report: PaymentReport) => Promise<Reported>
  readonly signer: Signer
}

interface Input {
  readonly token_hash: Buffer
  readonly request_id: string
  readonly connection_id?: string | undefined
  readonly status: PaymentStatus
  readonly transaction_hash?: string | undefined
  readonly reason?: string | undefined
}

/** The request as it stands then. */
export const reportPaymentStatus = async ({ transactions, submitReport, signer }: Deps, input: Input) => {
  const { connection_id, transaction_hash = null, reason = null } = input
  if ((SERVICE_REASONS as readonly unknown[]).includes(reason)) {
    const message = `${reason} is a reason that only the service gives`
    throw new Refusal(validationFailed, { issues: [{ code: 'reserved', field: 'reason', message }] })
  }
  const reported = await submitReport({
    ...input,
    connection_id: connection_id === undefined ? null : uuidOf('con', connection_id),
    transaction_hash,
    reason,
  })
  const { verdict, stands, repeated, unnoted_device_id } = reported
  if (unnoted_device_id !== null) await transactions.asSystem((tx) => noteDeviceUse(tx, unnoted_device_id))
  if (verdict === recipientSuspended.code && transaction_hash !== null) {
    throw new Refusal(recipientSuspended, { details: { hash_kept: true }, authenticated: true })
  }
  if (!isAccepted(reported)) throw refusalFor(verdict, undefined, { stands })
  return {
    payment_request: await signer.told(reported, repeated),
    late: isLate(reported),
  }
}
