/** What the service signs about the ledger. */
export const UNPAID_STATEMENT_TYPE = 'svc.unpaid_statement.v1'

/** The `typ` of its JWS, so that no other signature of the service can be taken for it. */
export const UNPAID_STATEMENT_JWS_TYPE = 'svc-unpaid-statement+jws'
