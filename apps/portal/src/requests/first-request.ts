/** The command that makes a first request. */
export const FIRST_REQUEST = 'npx countersign requests create --amount 12.5 --task order-1'
