/** What a receipt is gathered from; the functions decide what is shown. */
import type { Uuid } from '@pursestrings/contract/wire/ids'
import type { SystemTx } from '../../platform/postgres/transaction.ts'

export interface LoggedRow {
  readonly entry: string
  readonly log_index: string | null
}

export interface PayeeRow extends LoggedRow {
  readonly salt: Buffer | null
  readonly document: string | null
  readonly evidence: string | null
}

export interface DecisionRow {
  readonly jws: string
  readonly kid: string
  readonly device_id: Uuid
  readonly jwk: Readonly<Record<string, unknown>>
  readonly bound_at: Date
}

const first = async <Row extends object>({ client }: SystemTx, name: string, text: string, values: unknown[]) =>
  (await client.query<Row>({ name, text, values })).rows[0]

export const selectKey = (tx: SystemTx, subject: Buffer, kid: string): Promise<LoggedRow | undefined> =>
  first<LoggedRow>(tx, 'logged-key', 'select * from logged_key($1, $2)', [subject, kid])

export const selectPayeeBefore = (
  tx: SystemTx,
  subject: Buffer,
  recipient_version_id: Uuid,
  name: string,
  before: Date,
): Promise<PayeeRow | undefined> =>
  first<PayeeRow>(tx, 'payee-record-before', 'select * from payee_record($1, $2, $3, $4)', [
    subject,
    recipient_version_id,
    name,
    before,
  ])

interface Place {
  readonly merchant_id: Uuid
  readonly connection_id: Uuid
  readonly payment_id: Uuid
}

export const selectDecision = (tx: SystemTx, row: Place): Promise<DecisionRow | undefined> =>
  first<DecisionRow>(tx, 'decision-of-receipt', 'select * from decision_of_receipt($1, $2, $3)', [
    row.merchant_id,
    row.connection_id,
    row.payment_id,
  ])
