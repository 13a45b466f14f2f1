/** The command that makes a first request, in a clone. `--no`: elsewhere npx fetches nothing. */
export const FIRST_REQUEST = 'npx --no pursestrings requests create --amount 12.5 --task order-1'
