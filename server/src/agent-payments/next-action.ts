/** The call that asks a person instead, under the same key: of the two, one payment at most comes to be. */
interface Asked<Connection, Recipient, Version> {
  readonly connection_id: Connection
  readonly recipient_id: Recipient
  readonly recipient_version_id: Version
  readonly amount: string
  readonly purpose?: string | undefined
}

export const nextAction = <Connection extends string, Recipient extends string, Version extends string>(
  { connection_id, recipient_id, recipient_version_id, amount, purpose }: Asked<Connection, Recipient, Version>,
  idempotency_key: string,
) => ({
  method: 'POST',
  path: '/v1/agent-payments',
  body: {
    initiator: 'human' as const,
    connection_id,
    recipient_id,
    recipient_version_id,
    amount,
    ...(purpose !== undefined && { purpose }),
    idempotency_key,
  },
})
