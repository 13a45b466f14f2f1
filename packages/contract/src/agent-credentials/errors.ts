/** What registering and proving an agent's key can be refused with. */
import { errorEntry } from '../errors.ts'

export const privateKeySent = errorEntry({
  code: 'private_key_sent',
  status: 422,
  meaning: "You sent a private key. We didn't store or log it, but it has left your machine.",
  recovery: 'Throw that key pair away, make a new one, and send only the public key.',
  retry: 'never',
})

export const credentialKidTaken = errorEntry({
  code: 'credential_kid_taken',
  status: 409,
  meaning: "The agent already has a credential with this `kid`; a `kid` can't be reused.",
  recovery: 'Choose another `kid`. To get a new challenge for a pending key, send the same `kid` with the same key.',
  retry: 'never',
})

export const credentialKeyTaken = errorEntry({
  code: 'credential_key_taken',
  status: 409,
  meaning: 'Your organization already used this public key; a key can be registered once.',
  recovery: 'Make a new key pair.',
  retry: 'never',
})

export const credentialProofInvalid = errorEntry({
  code: 'credential_proof_invalid',
  status: 422,
  meaning: "The signature doesn't match this key and challenge.",
  recovery: 'Sign the UTF-8 bytes of the challenge with the private key. The challenge is still valid.',
  retry: 'never',
})

export const challengeSpent = errorEntry({
  code: 'challenge_spent',
  status: 410,
  meaning: 'This challenge was used, expired, replaced, or issued for another credential.',
  recovery:
    "Read the credential. If it's active, you're done. If it's pending, register the same `kid` and key again for a new challenge.",
  retry: 'never',
})

export const tooManyCredentials = errorEntry({
  code: 'too_many_credentials',
  status: 409,
  meaning: 'The agent already has two active credentials, the maximum.',
  recovery: 'Revoke one of them, then send the same call again before the challenge expires.',
  retry: 'never',
})
