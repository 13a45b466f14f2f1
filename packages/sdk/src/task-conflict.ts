/** A task that has asked for one payment is asked for another. */
import { PursestringsError } from './call-errors.ts'
import type { PaymentRequest } from './generated/records.ts'

/** Nothing new was asked for. `payment_request` is what the task asked for before, as it is now. */
export class TaskConflictError extends PursestringsError {
  override readonly name = 'TaskConflictError'
  readonly task_ref: string
  readonly payment_request: PaymentRequest

  constructor(task_ref: string, payment_request: PaymentRequest) {
    const { request_id, status } = payment_request
    // No amount: the request's signature has not been checked yet.
    super(
      `This task has asked for another amount or payee already: request ${request_id} is ${status}. Nothing new was asked for. Use that request, name another task, or set \`replace\` to take back what still waits.`,
    )
    this.task_ref = task_ref
    this.payment_request = payment_request
  }
}
